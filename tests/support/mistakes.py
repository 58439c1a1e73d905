"""Kinds of mistake that a model makes over the bundled films: what it says first, and the query that is right.

``{0}`` and ``{1}`` stand for the first and second placeholder of the masked question.
"""

from __future__ import annotations

from dataclasses import dataclass

P = "PREFIX films: <https://nlkgq.example/films#>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
BY = "Which films did Mara O'Tierne direct?"
AFTER = "Which films did Mara O'Tierne direct after 1960?"
LONG = "Which films are longer than 150 minutes?"
CALLED = "Who directed Kite Season?"

_BY = '?film films:directedBy ?p . ?p films:name "{0}"'
_BY_GOLD = P + """SELECT ?film { ?film films:directedBy ?p . ?p films:name "Mara O'Tierne" }"""
_AFTER_GOLD = (
    P + """SELECT ?film { ?film films:directedBy ?p ; films:productionYear ?y . ?p films:name "Mara O'Tierne" """
    "FILTER(?y > 1960) }"
)
_LONG_GOLD = P + "SELECT ?film { ?film films:runtime ?r FILTER(?r > 150) }"
_CALLED_GOLD = P + 'SELECT ?p { ?film films:title "Kite Season" ; films:directedBy ?p }'
_CAST = P + "SELECT ?film (COUNT(?c) AS ?n) {{ " + _BY + " . ?film films:hasCastMember ?c }}"
_CAST_GOLD = (
    P + "SELECT ?film (COUNT(?c) AS ?n) { ?film films:directedBy ?p ; films:hasCastMember ?c . "
    """?p films:name "Mara O'Tierne" } GROUP BY ?film"""
)


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """``first`` is the query of the first reply, or with ``whole`` all of its text.

    ``in_mind`` is what a model that wrote no query writes down when it is told so.
    """

    kind: str
    first: str
    gold: str = _BY_GOLD
    question: str = BY
    whole: bool = False
    in_mind: str = ""

    def reply(self, names: list[str]) -> str:
        """The text of the first reply, with the placeholders' names."""
        text = self.filled(self.first, names)
        return text if self.whole else f"```sparql\n{text}\n```"

    @staticmethod
    def filled(text: str, names: list[str]) -> str:
        """A text with the placeholders' names, its double braces made single."""
        text = text.replace("{{", "\0").replace("}}", "\1")
        for number, name in enumerate(names):
            text = text.replace(f"{{{number}}}", name)
        return text.replace("\0", "{").replace("\1", "}")


def _by(body: str, head: str = "?film") -> str:
    return f"{P}SELECT {head} WHERE {{{{ {body} }}}}"


MISTAKES = (
    Mistake(kind="misspelt property", first=_by('?film films:directdBy ?p . ?p films:name "{0}"')),
    Mistake(kind="misspelt class", first=_by(f"?film a films:Flim . {_BY}")),
    Mistake(kind="property under another name", first=_by('?film films:director ?p . ?p films:name "{0}"')),
    Mistake(kind="prefix not declared", first=f"SELECT ?film WHERE {{{{ {_BY} }}}}".replace("films:", "flims:")),
    Mistake(kind="prefix of another namespace", first=_by(_BY).replace("nlkgq.example", "example.org")),
    Mistake(kind="direction reversed", first=_by('?p films:directedBy ?film . ?p films:name "{0}"')),
    Mistake(kind="inverse that nothing has", first=_by('?p films:directed ?film . ?p films:name "{0}"')),
    Mistake(
        kind="literal where a thing stands",
        question=CALLED,
        first=P + 'SELECT ?p WHERE {{ ?film films:title "{0}" ; films:directedBy ?p . ?p films:nationality "Mexico" }}',
        gold=P + 'SELECT ?p { ?film films:title "Kite Season" ; films:directedBy ?p . '
        '?p films:nationality ?c . ?c films:name "Mexico" }',
    ),
    Mistake(kind="selected but not bound", first=_by(_BY, "?films")),
    Mistake(
        kind="filtered but not bound",
        question=AFTER,
        first=_by(_BY + ' . ?film films:productionYear ?year FILTER(?yaer > "{1}")'),
        gold=_AFTER_GOLD,
    ),
    Mistake(kind="GROUP BY missing", first=_CAST, gold=_CAST_GOLD),
    Mistake(
        kind="order of ungrouped rows",
        first=_CAST.replace("?c }}", "?c ; films:runtime ?r }}") + " GROUP BY ?film ORDER BY DESC(?r)",
        gold=_CAST_GOLD,
    ),
    Mistake(
        kind="literal of another datatype",
        question=LONG,
        first=P + 'SELECT ?film WHERE {{ ?film films:runtime "97"^^xsd:gYear }}',
        gold=P + "SELECT ?film { ?film films:runtime 97 }",
    ),
    Mistake(
        kind="language tag that nothing has",
        question=CALLED,
        first=P + 'SELECT ?p WHERE {{ ?film films:title "Kite Season"@en ; films:directedBy ?p }}',
        gold=_CALLED_GOLD,
    ),
    Mistake(
        kind="lower case compared with capitals",
        question=CALLED,
        first=P + 'SELECT ?p WHERE {{ ?film films:title ?t ; films:directedBy ?p FILTER(LCASE(?t) = "Kite Season") }}',
        gold=_CALLED_GOLD,
    ),
    Mistake(
        kind="YEAR of a number",
        question=AFTER,
        first=_by(_BY + ' . ?film films:productionYear ?y FILTER(YEAR(?y) > "{1}")'),
        gold=_AFTER_GOLD,
    ),
    Mistake(
        kind="number compared with text",
        question=LONG,
        first=P + 'SELECT ?film WHERE {{ ?film films:runtime ?r FILTER(?r > "150") }}',
        gold=_LONG_GOLD,
    ),
    Mistake(
        kind="date compared with a number",
        question=AFTER,
        first=_by(_BY + " . ?film films:hasRelease ?r . ?r films:releaseDate ?d FILTER(?d > 1960)", "DISTINCT ?film"),
        gold=P + "SELECT DISTINCT ?film { ?film films:directedBy ?p ; films:hasRelease ?r . ?r films:releaseDate ?d . "
        """?p films:name "Mara O'Tierne" FILTER(YEAR(?d) > 1960) }""",
    ),
    Mistake(
        kind="text function over a number",
        question=LONG,
        first=P + 'SELECT ?film WHERE {{ ?film films:runtime ?r FILTER(STRSTARTS(?r, "15")) }}',
        gold=P + 'SELECT ?film { ?film films:runtime ?r FILTER(STRSTARTS(STR(?r), "15")) }',
    ),
    Mistake(
        kind="MINUS without a common variable",
        first=_by(_BY + " MINUS {{ ?later films:sequelOf ?earlier }}"),
        gold=_BY_GOLD.replace(" }", " MINUS { ?film films:sequelOf ?earlier } }"),
    ),
    Mistake(kind="another endpoint", first=_by(f"SERVICE <http://example.org/sparql> {{{{ {_BY} }}}}")),
    Mistake(kind="another graph", first=_by(_BY).replace("WHERE", "FROM <http://example.org/graph> WHERE")),
    Mistake(kind="placeholder made up", first=_by(_BY.replace("{0}", "VALUE_BCDF"))),
    Mistake(
        kind="placeholder inside an IRI", first=_by("?film films:directedBy ?p . ?p films:name <urn:person/{0}/name>")
    ),
    Mistake(kind="bracket not closed", first=f"{P}SELECT ?film WHERE {{{{ {_BY}"),
    Mistake(kind="bracket too many", first=_by(_BY) + " }}"),
    Mistake(
        kind="bracket of FILTER not closed",
        question=AFTER,
        first=_by(_BY + ' . ?film films:productionYear ?y FILTER(?y > "{1}"'),
        gold=_AFTER_GOLD,
    ),
    Mistake(kind="escape in a name", first=_by(_BY).replace("films:name", "films:n\\u0061me")),
    Mistake(
        kind="function of one engine",
        first=_by('?film films:directedBy ?p . ?p films:name ?n FILTER(<bif:lower>(?n) = LCASE("{0}"))'),
    ),
    Mistake(
        kind="FILTER in a group of its own",
        question=AFTER,
        first=_by(_BY + ' . ?film films:productionYear ?y . {{ FILTER(?y > "{1}") }}'),
        gold=_AFTER_GOLD,
    ),
    Mistake(
        kind="name given twice",
        first=_by(_BY, "(COUNT(?film) AS ?film)"),
        gold=_BY_GOLD.replace("SELECT ?film", "SELECT (COUNT(?film) AS ?n)"),
    ),
    Mistake(
        kind="all columns of groups",
        first=_by(_BY, "*") + " GROUP BY ?film",
        gold=_BY_GOLD + " GROUP BY ?film",
    ),
    Mistake(
        kind="BIND over a bound name",
        first=_by(_BY + ' BIND("x" AS ?p)'),
    ),
    Mistake(kind="no query", first="I would look for the films of that person.", whole=True, in_mind=_by(_BY)),
    Mistake(kind="an update", first=_by(_BY).replace("SELECT ?film WHERE", "DELETE {{ ?film films:title ?t }} WHERE")),
    Mistake(
        kind="relative IRI",
        first=_by(_BY).replace("films:directedBy", "<directedBy>"),
    ),
)
