"""How much of a budget is used: by the calls of a run, those of its unfinished questions included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlkgq.errors import UsageError

if TYPE_CHECKING:
    from nlkgq.evaluation.prices import Prices
    from nlkgq.evaluation.replies import ReplyStore


class Budget:
    """Says whether a further question may begin.

    A question that is running counts as what one cost so far on average; until the first is finished, one runs alone.
    So a run ends about one question beyond its bound, however many workers it has.

    Args:
        tokens: Bound; None for none.
        money: Bound in the price list's currency; None for none.
        prices: For ``money``, and for what was spent.
        store: The replies of the run.
    """

    def __init__(self, *, tokens: int | None, money: float | None, prices: Prices | None, store: ReplyStore) -> None:
        self.tokens = 0
        self.money = 0.0
        self.unpriced: dict[str, None] = {}
        self._most_tokens = tokens
        self._most_money = money
        self._prices = prices
        self._store = store
        self._seen = 0

    def count(self) -> None:
        """Takes in what was spent since the last call.

        Raises:
            UsageError: There is a bound, and a reply tells no tokens, or has no price: it could not be kept.
        """
        calls = self._store.spent[self._seen :]
        self._seen += len(calls)
        for call in calls:
            used = sum(call.tokens.values())
            self.tokens += used
            if not used and call.tokens and (self._most_tokens is not None or self._most_money is not None):
                raise UsageError(
                    f"the server of {call.model!r} does not count tokens: a budget cannot be kept",
                    hint="Go on without a budget; --limit bounds a run, too.",
                )
            cost = self._prices.of_calls([call]) if self._prices is not None else 0.0
            if cost is None:
                self.unpriced[call.model] = None
                if self._most_money is not None:
                    raise UsageError(
                        f"the price list has no model like {call.model!r}: a budget in money cannot be kept",
                        hint="What was answered is kept. Add the model's price and go on with --resume.",
                    )
            self.money += cost or 0.0

    def has_room(self, running: int, finished: int) -> bool:
        """Whether a question may begin beside ``running`` others, after ``finished`` ones."""
        bounds = [(self.tokens, self._most_tokens), (self.money, self._most_money)]
        kept = [(used, most) for used, most in bounds if most is not None]
        if not kept or not running:
            return all(used < most for used, most in kept)
        return finished > 0 and all(used + running * used / finished < most for used, most in kept)

    def told(self) -> str:
        """Which bound is used up."""
        if self._most_tokens is not None and self.tokens >= self._most_tokens:
            return f"the budget of {self._most_tokens:,} tokens is used up ({self.tokens:,})"
        currency = self._prices.currency if self._prices is not None else ""
        return f"the budget of {self._most_money:g} {currency} is used up ({self.money:.4f})"
