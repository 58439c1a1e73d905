"""Builds the parser's table from ``sparql11.lark``: ``python -m nlkgq.sparql.table_build``.

lark reads the grammar and computes the LALR(1) automaton. That takes a good part of a second and needs lark, so its
result is kept beside the grammar as ``sparql11.json`` and lark is not imported at run time. A test builds the table
again and compares.

Layout of the JSON object:

- ``grammar``: SHA-256 of the grammar file.
- ``patterns``: terminals written as regular expressions, ``[name, pattern]``, to be tried in this order.
- ``words``: keyword in upper case -> terminal; ``exact_words``: keyword whose case counts -> terminal.
- ``signs``: punctuation -> terminal.
- ``symbols``: names of terminals and rules; below, a symbol is its index here.
- ``rules``: ``[symbol, length, node kind or "", single, flat]``: a rule without a kind gives its parts to its parent;
  ``single`` rules give no node for one part; ``flat`` rules have parts that come as lists.
- ``lookaheads``: lists of symbols.
- ``states``: ``[[symbol, next state, ...], [rule, lookahead list, ...]]``: shifts and gotos, then reductions.
- ``start``, ``end``: states.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

GRAMMAR = Path(__file__).with_name("sparql11.lark")
TABLE = Path(__file__).with_name("sparql11.json")
START = "query_unit"

_W3C_NAMES = {
    "iri_or_function": "iriOrFunction",
    "rdf_literal": "RDFLiteral",
    "nil": "NIL",
    "anon": "ANON",
}


def production_name(rule: str) -> str:
    """The W3C name of a rule of the grammar file.

    >>> production_name("triples_same_subject_path"), production_name("rdf_literal")
    ('TriplesSameSubjectPath', 'RDFLiteral')
    """
    return _W3C_NAMES.get(rule) or "".join(part.capitalize() for part in rule.split("_"))


def grammar_digest() -> str:
    """SHA-256 of the grammar file, as hexadecimal digits."""
    return hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


def build() -> dict[str, Any]:
    """The table as the JSON object described above."""
    import lark

    parser: Any = lark.Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        start=START,
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    # lark offers no public way to its table; the test that rebuilds it guards against a change there.
    automaton: Any = parser.parser.parser._parse_table
    return {
        "grammar": grammar_digest(),
        **_terminals(parser.terminals, set(parser.ignore_tokens)),
        **_automaton(automaton),
    }


def _terminals(terminals: list[Any], ignored: set[str]) -> dict[str, Any]:
    words: dict[str, str] = {}
    exact: dict[str, str] = {}
    signs: dict[str, str] = {}
    patterns: list[Any] = []
    for terminal in terminals:
        name, pattern = terminal.name, terminal.pattern
        alternatives = re.findall(r"\(\?i:(\w+)\)", pattern.value)
        if name in ignored:
            continue
        if pattern.type == "re" and alternatives:
            words.update((word.upper(), name) for word in alternatives)
        elif pattern.type == "re":
            patterns.append(terminal)
        elif re.fullmatch(r"\w+", pattern.value) is None:
            signs[pattern.value] = name
        elif "i" in pattern.flags:
            words[pattern.value.upper()] = name
        else:
            exact[pattern.value] = name
    patterns.sort(key=lambda terminal: (-terminal.priority, terminal.name))
    return {
        "patterns": [[terminal.name, terminal.pattern.value] for terminal in patterns],
        "words": dict(sorted(words.items())),
        "exact_words": exact,
        "signs": dict(sorted(signs.items())),
    }


def _automaton(automaton: Any) -> dict[str, Any]:
    symbols: dict[str, int] = {}
    rules: dict[tuple[Any, ...], int] = {}
    lookaheads: dict[tuple[int, ...], int] = {}
    states: list[list[list[int]]] = []
    numbers = _numbered(automaton)
    for old in numbers:
        moves: list[int] = []
        reductions: dict[int, list[int]] = {}
        for symbol, (action, target) in _sorted(automaton.states[old]):
            index = symbols.setdefault(symbol, len(symbols))
            if action.name == "Shift":
                moves += (index, numbers[target])
            else:
                reductions.setdefault(rules.setdefault(_rule(target, symbols), len(rules)), []).append(index)
        pairs: list[int] = []
        for rule, seen in sorted(reductions.items()):
            pairs += (rule, lookaheads.setdefault(tuple(sorted(seen)), len(lookaheads)))
        states.append([moves, pairs])
    return {
        "symbols": list(symbols),
        "rules": [list(rule) for rule in rules],
        "lookaheads": [list(seen) for seen in lookaheads],
        "states": states,
        "start": numbers[automaton.start_states[START]],
        "end": numbers[automaton.end_states[START]],
    }


def _numbered(automaton: Any) -> dict[int, int]:
    """lark's state -> ours, in the order in which they are reached from the start: lark's own numbers vary."""
    start = automaton.start_states[START]
    numbers = {start: 0}
    queue = [start]
    for state in queue:
        for _, (action, target) in _sorted(automaton.states[state]):
            if action.name == "Shift" and target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
    return numbers


def _sorted(actions: Any) -> list[tuple[str, Any]]:
    return sorted(((str(symbol), action) for symbol, action in actions.items()), key=lambda pair: pair[0])


def _rule(rule: Any, symbols: dict[str, int]) -> tuple[int, int, str, int, int]:
    name = str(getattr(rule.origin.name, "value", rule.origin.name))
    flat = any(not part.is_term and str(part.name).startswith("_") for part in rule.expansion)
    kind = "" if name.startswith("_") else production_name(name)
    symbol = symbols.setdefault(name, len(symbols))
    return symbol, len(rule.expansion), kind, int(bool(rule.options.expand1)), int(flat)


def main() -> None:
    """Write the table file."""
    TABLE.write_text(json.dumps(build(), separators=(",", ":"), ensure_ascii=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
