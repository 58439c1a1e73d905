"""Values that a careless escaping, folding or replacing breaks."""

from __future__ import annotations

HOSTILE = (
    *("plain", "O'Brien", 'say "hi"', "back\\slash", "end\\", "\\", "\\u0022", "\\\\u0022", "\\U0001F600", '\\u005C"'),
    *("a\nb", "a\rb", "a\r\nb", "tab\tx", '"""', "'''", "''", '" } DROP ALL #', '") } ; INSERT DATA { <a> <b> "', "?x"),
    *("$1 \\1", "\\g<0>", "{curly}", "%s %(x)s", "#hash", "# comment\nnext", "é", "e\u0301", "\u200bzw", "\u202ertl"),
    *("😀", "\ufeffbom", "VALUE_BBBC", "VALUE_BBBC and VALUE_BBBD", "{{V1}}", " ", "  lead", "trail  ", "<iri>", "a b"),
    *(
        "^^xsd:int",
        "@en",
        '"@en',
        "\x01",
        "\x7f",
        "\u2028",
        "a\\",
        "\b\f",
        "東京",
        "شركة",
        "%22",
        "&quot;",
        "*.*",
        "a|b",
    ),
)
