"""Random SPARQL queries of every construct, over a small vocabulary, so that most have answers on small graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

PREFIXES = "PREFIX e: <http://e.example/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
THINGS = ("e:a", "e:b", "e:c", "<http://e.example/d>")
PROPERTIES = ("e:p", "e:q", "<http://e.example/r>")
LITERALS = (
    '"x"', "'y'", '"x"@en', "1", "-2", "3.5", "+1e1", "true", '"7"^^xsd:integer', '"""x\n"y" """', "'''it's'''",
    r'"a\"\u00e9\n"',
)  # fmt: skip
VARIABLES = ("?x", "?y", "$z", "?w", "?u", "?v", "?t")


def small_graph(rng: random.Random) -> list[tuple[str, str, str, str]]:
    """Quads as texts: subject, predicate, object, graph ("" for the default one)."""
    places = ("", "", "", "<http://e.example/g1>", "<http://e.example/g2>")
    named, properties = ([f"<http://e.example/{name}>" for name in names] for names in ("abcd", "pqr"))
    found = {
        (
            rng.choice(named),
            rng.choice(properties),
            rng.choice([*named, '"x"', '"y"', '"x"@en', "1", "7", '"3.5"^^<http://www.w3.org/2001/XMLSchema#decimal>']),
            rng.choice(places),
        )
        for _ in range(rng.randint(20, 40))
    }
    return sorted(found)


class QueryMaker:
    """One random query after the other."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.fresh = 0

    def query(self) -> str:
        """The text, in random case, spacing and comments."""
        self.fresh = 0
        rng = self.rng
        group = self.group(rng.randint(1, 3))
        form = rng.randrange(8)
        if form == 0:
            text = f"ASK {group}"
        elif form == 1:
            text = f"CONSTRUCT {{ {self.template()} }} WHERE {group}"
        elif form == 2:
            text = f"SELECT {self.variable()} (COUNT({rng.choice(('*', 'DISTINCT ?y', '?x'))}) AS ?n) WHERE {group}"
            grouped = text.split()[1]
            text += f" GROUP BY {grouped}"
            text += rng.choice(("", " HAVING (COUNT(*) > 1)", " HAVING (COUNT(*) > 0) (COUNT(?y) < 9)"))
        elif form == 3:
            text = f"SELECT ({self.expression(1)} AS ?made) ?x WHERE {group}"
        else:
            head = rng.choice(("*", "?x ?y", "DISTINCT ?x", "REDUCED ?y ?w", "DISTINCT *"))
            text = f"SELECT {head} {rng.choice(('WHERE ', ''))}{group}"
            text += rng.choice(("", "", f" VALUES (?x ?y) {{ {self.rows()} }}"))
        return PREFIXES + self.spaced(text)

    # Patterns

    def group(self, depth: int) -> str:
        """A group graph pattern in braces."""
        parts: list[str] = []
        for _ in range(self.rng.randint(1, 2)):
            parts.append(self.triples())
            if depth and self.rng.random() < 0.6:
                parts.append(self.part(depth - 1))
        return "{ " + " ".join(parts) + " }"

    def part(self, depth: int) -> str:
        """Something that is no triple."""
        makers: Sequence[Callable[[int], str]] = (
            lambda d: f"OPTIONAL {self.group(d)}",
            lambda d: f"MINUS {self.group(d)}",
            lambda d: " UNION ".join(self.group(d) for _ in range(self.rng.randint(1, 3))),
            lambda d: f"GRAPH {self.rng.choice(('?g', 'e:g1'))} {self.group(d)}",
            lambda d: f"FILTER({self.expression(2)})",
            lambda d: f"FILTER {self.rng.choice(('', 'NOT '))}EXISTS {self.group(d)}",
            lambda d: f"BIND({self.expression(1)} AS {self.new()})",
            lambda d: f"VALUES {self.variable()} {{ {' '.join(self.data() for _ in range(self.rng.randint(0, 3)))} }}",
            lambda d: f"VALUES (?x ?y) {{ {self.rows()} }}",
            lambda d: f"{{ SELECT {self.rng.choice(('*', '?x', 'DISTINCT ?x ?y'))} WHERE {self.group(d)} }}",
        )
        return self.rng.choice(makers)(depth)

    def triples(self) -> str:
        """One statement, with or without ``;`` ``,`` ``[ ]`` and lists."""
        rng = self.rng
        subject = self.variable() if rng.random() < 0.85 else rng.choice(THINGS)
        text = f"{subject} {self.verb()} {self.object()}"
        if rng.random() < 0.3:
            text += f" , {self.object()}"
        if rng.random() < 0.3:
            text += f" ; {self.verb()} {self.object()}" + rng.choice(("", " ;", " ; ;"))
        return f"{text} ."

    def template(self) -> str:
        """A CONSTRUCT template."""
        rng = self.rng
        return f"{self.variable()} {rng.choice(PROPERTIES)} {rng.choice((self.variable(), rng.choice(LITERALS)))} ."

    def object(self) -> str:
        """An object."""
        rng = self.rng
        if rng.random() < 0.6:
            return self.variable()
        return rng.choice((rng.choice(THINGS), rng.choice(LITERALS), "[]", "(1 ?y)", f"[ {self.verb()} ?w ]"))

    def verb(self) -> str:
        """A property, a variable or a path."""
        rng = self.rng
        plain = rng.choice(PROPERTIES)
        other = rng.choice(PROPERTIES)
        return rng.choice(
            (
                plain, plain, plain, rng.choice(VARIABLES), f"{plain}/{other}", f"^{plain}", f"({plain}|{other})+",
                f"{plain}*", f"{plain}?/^{other}", f"!({plain}|^{other})", f"!{plain}", f"({plain})",
            )
        )  # fmt: skip

    # Expressions

    def expression(self, depth: int) -> str:
        """An expression."""
        rng = self.rng
        if not depth:
            return rng.choice((self.variable(), rng.choice(LITERALS), rng.choice(THINGS), f"STR({self.variable()})"))
        one, two = self.expression(depth - 1), self.expression(depth - 1)
        return rng.choice(
            (
                f"({one} = {two})", f"({one} != {two})", f"({one} < {two})", f"({one} && {two})",
                f"(({one}) || !({two}))",
                f"(({one} + {two}) * 2)", f"(({one})-1)", f"BOUND({self.variable()})", f"IF({one}, {two}, 1)",
                f"COALESCE({one}, {two})", f"CONCAT(STR({one}), 'x')", f"REGEX(STR({one}), '^.', \"i\")",
                f"({one} IN ({two}, 1))", f"({one} NOT IN ())", f"isIRI({one})", f"LANG({one})", f"(-({one}))",
                f"xsd:integer({one})", f"EXISTS {{ {self.triples()} }}", f"SUBSTR(STR({one}), 1, 2)",
            )
        )  # fmt: skip

    # Terms

    def variable(self) -> str:
        """One of few variables, so that patterns meet."""
        return self.rng.choice(VARIABLES)

    def new(self) -> str:
        """A variable that nothing else has."""
        self.fresh += 1
        return f"?n{self.fresh}"

    def data(self) -> str:
        """A term of a data block."""
        return self.rng.choice((*THINGS, *LITERALS, "UNDEF"))

    def rows(self) -> str:
        """Rows of two terms."""
        return " ".join(f"({self.data()} {self.data()})" for _ in range(self.rng.randint(0, 3)))

    def spaced(self, text: str) -> str:
        """The same with other white space and comments between its words, and keywords in another case."""
        rng = self.rng
        parts: list[str] = []
        quoted = False
        for word in text.split(" "):
            quotes = sum(word.count(sign) for sign in "\"'")
            if not quoted and word.isupper() and word.isalpha() and rng.random() < 0.3:
                word = word.lower()
            quoted ^= quotes % 2 == 1
            gap = " " if quoted or rng.random() < 0.8 else rng.choice(("\n", "  ", " # c ' \" {\n", "\t", "\r\n"))
            parts.append(word + gap)
        return "".join(parts)
