"""The LALR(1) driver: tokens -> tree, without recursion and in linear time."""

from __future__ import annotations

from typing import Any

from nlkgq.sparql.lexer import END, tokenize
from nlkgq.sparql.messages import unexpected_token
from nlkgq.sparql.query import Query
from nlkgq.sparql.static_rules import check
from nlkgq.sparql.table import Table, table
from nlkgq.sparql.tree import Node, Token


def parse_query(text: str, *, undeclared_prefixes: bool = False, static_rules: bool = True) -> Query:
    """Parse a SPARQL 1.1 query (https://www.w3.org/TR/sparql11-query/) and check the static rules of the standard.

    Args:
        text: The query.
        undeclared_prefixes: Accept prefixed names whose prefix is not declared, for text that is still to be repaired.
        static_rules: Check them; a text in the making may wait for its last step.

    Returns:
        The tree; ``str()`` of it is ``text``, character for character.

    Raises:
        SparqlSyntaxError: Not a query; with line and column, what was found and what was expected.
        UnsupportedSparqlError: An update, or a construct of SPARQL 1.2.

    >>> query = parse_query("SELECT ?s WHERE { ?s ?p 1 } # all")
    >>> query.form, query.variables, str(query)
    ('SELECT', ('s',), 'SELECT ?s WHERE { ?s ?p 1 } # all')
    """
    loaded = table()
    tokens, _ = tokenize(text, loaded)
    root, nodes = _drive(tokens, text, loaded)
    query = Query(
        text=text,
        root=root,
        tokens=tuple(tokens[:-1]),
        trailing=tokens[-1].trivia,
        postorder=tuple(nodes),
        undeclared_prefixes=undeclared_prefixes,
    )
    if static_rules:
        check(query)
    return query


def _drive(tokens: list[Token], text: str, loaded: Table) -> tuple[Node, list[Node]]:
    """The root, and every node, children before parents."""
    states, rules, end, chains = loaded.states, loaded.rules, loaded.end, loaded.chains
    path = [loaded.start]
    # Values on the stack: a token, a node, or the list of parts of a rule that gives no node.
    values: list[Any] = []
    nodes: list[Node] = []
    state = states[loaded.start]
    for token in tokens:
        terminal = token.terminal
        while True:
            action = state.get(terminal)
            if action is None:
                index = tokens.index(token)
                before = tokens[index - 1] if index else None
                raise unexpected_token(token, _acceptable(path, loaded), text, before)
            if action >= 0:
                path.append(action)
                values.append(token)
                state = states[action]
                break
            symbol, length, kind, single, flat = rules[-1 - action]
            if single and length == 1 and type(values[-1]) is not list:
                # Most reductions: an expression of one operand goes through every level of precedence as it is.
                key = (path[-2], path[-1], terminal)
                target = chains.get(key)
                if target is None:
                    target = chains[key] = _through(key, loaded)
                path[-1] = target
                state = states[target]
                continue
            if length:
                parts = values[-length:]
                del values[-length:], path[-length:]
                if flat:
                    parts = _flattened(parts)
            else:
                parts = []
            value: Any
            if not kind:
                value = parts
            elif single and len(parts) == 1:
                value = parts[0]
            elif parts:
                value = Node(kind, tuple(parts), parts[0].start, parts[-1].end)
                nodes.append(value)
            else:
                value = Node(kind, (), token.start, token.start)
                nodes.append(value)
            target = states[path[-1]][symbol]
            path.append(target)
            values.append(value)
            state = states[target]
            if target == end and terminal == END:
                root: Node = value
                return root, nodes
    raise AssertionError("the end token is always acted upon")


def _through(key: tuple[int, int, str], loaded: Table) -> int:
    """The state behind every reduction in a row that hands a single part on: before it, in it, and what comes next."""
    before, state, terminal = key
    while (action := loaded.states[state].get(terminal)) is not None and action < 0:
        symbol, length, _, single, _ = loaded.rules[-1 - action]
        if not single or length != 1:
            break
        state = loaded.states[before][symbol]
    return state


def _flattened(parts: list[Any]) -> list[Any]:
    # A repetition is left-recursive: its first part is the list so far, which nobody else holds; growing it in place
    # keeps long repetitions linear.
    first = parts[0]
    flat: list[Any] = first if type(first) is list else [first]
    for part in parts[1:]:
        if type(part) is list:
            flat.extend(part)
        else:
            flat.append(part)
    return flat


def _acceptable(path: list[int], loaded: Table) -> list[str]:
    """Terminals that can really come next: lookaheads of LALR states promise more than can be shifted."""
    found: list[str] = []
    for terminal in loaded.states[path[-1]]:
        if not terminal.isupper() and terminal != END:
            continue
        trial = list(path)
        while (action := loaded.states[trial[-1]].get(terminal)) is not None and action < 0:
            symbol, length, _, _, _ = loaded.rules[-1 - action]
            if length:
                del trial[-length:]
            trial.append(loaded.states[trial[-1]][symbol])
            if trial[-1] == loaded.end:
                break
        if action is not None:
            found.append(terminal)
    return found


def reparse(text: str, undeclared_prefixes: bool) -> Query:
    """`parse_query` with positional arguments, for pickling."""
    return parse_query(text, undeclared_prefixes=undeclared_prefixes)
