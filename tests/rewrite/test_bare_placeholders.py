"""Placeholders that a model wrote without quotation marks get them."""

from __future__ import annotations

import pytest

from nlkgq.rewrite.unmask import quote_bare_placeholders


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("?x ?p VALUE_AAAA .", '?x ?p "VALUE_AAAA" .'),
        ("FILTER(?x = value_aaaa)", 'FILTER(?x = "value_aaaa")'),
        ("?VALUE_AAAA $VALUE_AAAA", "?VALUE_AAAA $VALUE_AAAA"),
        ("<value_aaaa> :VALUE_AAAA x:VALUE_AAAA", "<urn:placeholder:value_aaaa> :VALUE_AAAA x:VALUE_AAAA"),
        ("<VALUE_AAAB> ?x<VALUE_AAAA && ?y>VALUE_AAAA", '<VALUE_AAAB> ?x<"VALUE_AAAA" && ?y>"VALUE_AAAA"'),
        ("\"VALUE_AAAA\" 'a VALUE_AAAA'", "\"VALUE_AAAA\" 'a VALUE_AAAA'"),
        ('"""a "b" VALUE_AAAA"""', '"""a "b" VALUE_AAAA"""'),
        ('"a\\"VALUE_AAAA"', '"a\\"VALUE_AAAA"'),
        ("VALUE_AAAAB VALUE_AAA", "VALUE_AAAAB VALUE_AAA"),
        ("# VALUE_AAAA\nVALUE_AAAA", '# VALUE_AAAA\n"VALUE_AAAA"'),
    ],
)
def test_bare_placeholders_are_quoted(text: str, quoted: str) -> None:
    assert quote_bare_placeholders(text, ["VALUE_AAAA"]) == quoted
