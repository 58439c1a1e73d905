"""What a question computes of several values: ``where profit is revenue minus budget``, ``the product of a and b``.

The definition is taken out of the question, and what it defines is replaced by its operands. The first of them then
stands for the result: it is asked for, compared and ordered as any other value, and the others hang on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.date_parts import is_whole
from nlkgq.generation.offline.formula_phrases import ARTICLES, COPULAS, JOINS, STOPS, Formula, Span, formula_at
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.spoken_formulas import plainly_defined
from nlkgq.generation.offline.tokens import Operand, Operation, Token, tokenize
from nlkgq.generation.offline.vocabulary import Vocabulary, is_called_key

_DEFINED = frozenset(("defined", "calculated", "computed", "measured", "understood", "as"))
_OPENERS = frozenset(
    ("where", "if", "when", "with", "let", "define", "given", "assuming", "and", "that", ",", ".", ";")
)
_ASKING = frozenset(("what", "which", "how", "was", "wie"))
_TOTALS = frozenset(("total", "average", "mean", "overall", "maximum", "minimum", "median"))
_BEFORE_NAME = (
    ARTICLES | _TOTALS | frozenset(("what", "which", "is", "are", "was", "show", "give", "list", "of", "each"))
)
_OWNERS = frozenset(("by", "per", "for", "of", "in", "each", "every"))
_LONGEST_NAME = 4
_SURE = 0.6
_OF_BEST = 0.8


def with_formula(text: str, tokens: Sequence[Token], vocabulary: Vocabulary) -> tuple[str, tuple[Token, ...]]:
    """The question with its definition worked in, its operands marked; as it is when it defines nothing.

    Args:
        text: The question.
        tokens: Of the text.
        vocabulary: Tells what is called like a number of the graph; nothing else can be an operand.
    """
    put = plainly_defined(text)
    if put != text:
        written, found = with_formula(put, tokenize(put), vocabulary)
        if any(t.operand is not None for t in found) or tokens[0].folded == "divide":
            return written, found
    # A hyphen or stroke within a word is no operation.
    words = ["" if t.folded in _SIGNS and _is_tight(n, tokens) else t.folded for n, t in enumerate(tokens)]
    for start in range(len(words)):
        formula = formula_at(words, start)
        if formula is None or (start and _is_named_so(tokens[start - 1], formula, vocabulary)):
            continue
        read = [(operation, _readable(span, formula, tokens, vocabulary)) for operation, span in formula.operands]
        if any(not operand for _, operand in read):
            continue
        placed = _placed(words, formula)
        if placed is None:
            continue
        name, kept, cut = placed
        return _rewritten(text, tokens, read, name=name, kept=kept, cut=cut)
    return text, tuple(tokens)


_SIGNS = frozenset("+-*/")


def _is_tight(place: int, tokens: Sequence[Token]) -> bool:
    return tokens[place].glued or any(t.glued for t in tokens[place + 1 : place + 2])


def operand_spans(tokens: Sequence[Token], vocabulary: Vocabulary) -> list[tuple[int, int, list[Reading]]]:
    """(first token, end token, readings) of the operands in a question that was rewritten."""
    found = []
    for n, token in enumerate(tokens):
        if token.operand is not None:
            words = [t.folded for t in tokens[n : n + token.operand.size]]
            found.append((n, n + token.operand.size, _values(words, token.operand.operation, vocabulary)))
    return found


def is_operand(mention: Mention, tokens: Sequence[Token], plan: Plan, vocabulary: Vocabulary) -> bool:
    """Whether a mention is an operand that another one before it stands for; an operand is told so in place."""
    mention.operand = tokens[mention.start].operand
    if mention.operand is None:
        return False
    if mention.end - mention.start != mention.operand.size:
        plan.unsupported.append(mention.text)
    schema = vocabulary.schema
    values = [r for r in mention.readings if r.kind == "property" and not r.object]
    mention.readings = [replace(r, noun=True) for r in values if _is_operable(r, mention.operand.operation, schema)]
    return not mention.operand.leads


def _is_named_so(before: Token, formula: Formula, vocabulary: Vocabulary) -> bool:
    """``the compression ratio of engines``: the word before belongs to the one for the operation."""
    prefixed = formula.start != formula.operands[0][1][0]
    small = before.kind != "word" or before.folded in vocabulary.lexicon.function_words | ARTICLES | _TOTALS
    return prefixed and not small and not vocabulary.is_operator(before.folded)


def _values(words: Sequence[str], operation: Operation, vocabulary: Vocabulary) -> list[Reading]:
    """The values of the graph that are called so and that an operation is done with: amounts but no keys, or dates."""
    schema, readings = vocabulary.schema, vocabulary.readings(words)
    least = max(_SURE, _OF_BEST * max((r.score for r in readings), default=0.0))
    # The heating of a bill is the amount that it has.
    things = {r.subject for r in readings if r.kind == "class"}
    return [
        r
        for r in readings
        if r.kind == "property"
        and (r.score > least or (r.score > _SURE and r.subject in things))
        and _is_operable(r, operation, schema)
        and not is_called_key(r.iri)
    ]


def _is_operable(reading: Reading, operation: Operation, schema: SchemaGraph) -> bool:
    if operation in ("days", "years"):
        return schema.is_temporal(reading.iri) and is_whole(reading, schema)
    return schema.is_numeric(reading.iri) or schema.is_spelt_number(reading.iri)


def _readable(span: Span, formula: Formula, tokens: Sequence[Token], vocabulary: Vocabulary) -> list[str]:
    """The words of an operand as written, the noun that it shares with the last one added; [] when it is no number."""
    own = [t for t in tokens[slice(*span)] if t.folded not in ARTICLES]
    last = formula.operands[-1][1]
    heads: list[list[Token]] = [[]]
    if span != last:
        heads += [list(tokens[n : last[1]]) for n in range(last[1] - 1, last[0], -1)]
    for head in heads:
        phrase = [*own, *head]
        operation = formula.operands[-1][0]
        if all(t.kind == "word" for t in phrase) and _values([t.folded for t in phrase], operation, vocabulary):
            return [t.text for t in phrase]
    return []


def _placed(words: Sequence[str], formula: Formula) -> tuple[str, list[Span], Span] | None:
    """The name of what a formula defines, the tokens that stay, and where in them the operands go.

    Returns:
        (name, spans of tokens that stay, span of tokens that the operands replace); None when nothing is defined
        and the formula is not asked for itself.
    """
    start, end = formula.start, formula.end
    if start > 1 and words[start - 1] in ARTICLES and words[start - 2] in COPULAS | _DEFINED:
        start -= 1
    while start and words[start - 1] in _DEFINED:
        start -= 1
    relative = start > 1 and words[start - 1] in COPULAS and words[start - 2] in ("which", "that")
    described = start < formula.start or words[start - 1 : start] == ["("]
    if relative or (described and words[start - 1] in ("(", ",")):
        begun = start - 2 if relative else start - 1
        begun -= 1 if begun and words[begun - 1] in (",", "(") else 0
        closed = end + 1 if words[end : end + 1] == [")"] else end
        named = _noun_before(words, begun)
        return None if named is None else (_joined(words, named), [(0, begun), (closed, len(words))], named)
    if start and (words[start - 1] in COPULAS or described):
        told = start - 1 if words[start - 1] in COPULAS else start
        found = _defined(words, told, end)
        if found is not None or words[max(told - 1, 0)] not in _ASKING:
            return found
    if not _is_asked(words, formula):
        return None
    first = formula.operands[0][1][0]
    # "The sum of" stays: it is over all things.
    summed = any(w in ("sum", "total", "add", "adding") for w in words[formula.start : first])
    return "", [(0, len(words))], (first if summed else formula.start, end)


def _is_asked(words: Sequence[str], formula: Formula) -> bool:
    """Whether the operands have no word between them and their articles that belongs to one alone, as ``longest``."""
    return not any(
        (found := adjective(words[n], ("en",))) is not None and found.degree != "positive"
        for _, span in formula.operands
        for n in range(*span)
    )


def _defined(words: Sequence[str], told: int, end: int) -> tuple[str, list[Span], Span] | None:
    """``where profit is F``, ``if profit is F, which film ...``: the name stands again in the question."""
    begun = told
    while begun and told - begun < _LONGEST_NAME and words[begun - 1] not in _OPENERS:
        begun -= 1
    if begun and words[begun - 1] not in _OPENERS:
        return None
    name = (begun, told)
    while name[0] < name[1] - 1 and words[name[0]] in ARTICLES | _TOTALS:
        name = (name[0] + 1, name[1])
    if name[0] == name[1]:
        return None
    while begun and words[begun - 1] in _OPENERS:
        begun -= 1
    after = end
    while after < len(words) and begun == 0 and words[after] in (",", ".", ";", "then"):
        after += 1
    kept = [(0, begun), (after, len(words))]
    wanted = [_stem(w) for w in words[slice(*name)]]
    for lower, upper in kept:
        for n in range(lower, upper - len(wanted) + 1):
            if [_stem(w) for w in words[n : n + len(wanted)]] == wanted:
                return _joined(words, name), kept, (n, n + len(wanted))
    return None


def _noun_before(words: Sequence[str], end: int) -> Span | None:
    """The noun phrase that a clause after a comma tells of: not the one that it is told for, as after ``by``."""
    start = end
    while start and end - start <= _LONGEST_NAME and not _bounds(words[start - 1]):
        start -= 1
    if start == end or end - start > _LONGEST_NAME:
        return None
    if start and words[start - 1] in _OWNERS:
        before = start - 1
        while before and words[before - 1] in _OWNERS | ARTICLES:
            before -= 1
        return _noun_before(words, before)
    return start, end


def _bounds(word: str) -> bool:
    found = adjective(word, ("en",))
    return word in _BEFORE_NAME | STOPS | JOINS or (found is not None and found.degree != "positive")


def _stem(word: str) -> str:
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word if word.endswith("ss") else word.removesuffix("s")


def _joined(words: Sequence[str], span: Span) -> str:
    return " ".join(words[slice(*span)])


def _rewritten(
    text: str,
    tokens: Sequence[Token],
    operands: Sequence[tuple[Operation, list[str]]],
    *,
    name: str,
    kept: Sequence[Span],
    cut: Span,
) -> tuple[str, tuple[Token, ...]]:
    """The text of the spans that stay, the operands in the place of the span that is cut, and its tokens."""
    pieces = [*_pieces(text, tokens, kept, upto=cut[0])]
    marks: dict[int, Operand] = {}
    for n, (operation, phrase) in enumerate(operands):
        place = sum(len(tokenize(p)) for p in pieces)
        marks[place] = Operand(operation=operation, name="" if n else name, size=len(phrase), leads=n == 0)
        pieces.append(" ".join(phrase))
        if n < len(operands) - 1:
            pieces.append(",")
    pieces += _pieces(text, tokens, kept, since=cut[1])
    written = " ".join(pieces)
    found = tokenize(written)
    return written, tuple(replace(t, operand=marks[n]) if n in marks else t for n, t in enumerate(found))


def _pieces(
    text: str, tokens: Sequence[Token], kept: Sequence[Span], *, since: int = 0, upto: int | None = None
) -> Iterator[str]:
    for start, end in kept:
        first, last = max(start, since), end if upto is None else min(end, upto)
        if first < last:
            yield text[tokens[first].start : tokens[last - 1].end]
