"""What tokens cost: a price list of the user's own, since prices change and no list here would stay true."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nlkgq.errors import ConfigError
from nlkgq.evaluation.replies import Call

if TYPE_CHECKING:
    from nlkgq.evaluation.record import Record

KINDS: Final = ("input", "output", "cache_read", "cache_write")
"""Of tokens."""
_NEEDED: Final = ("input", "output")
_BATCH: Final = "batch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Money for a million tokens, by the beginning of a model's name and kind of token.

    The file is TOML: ``currency = "USD"``, and for each model a table such as ``["some-model"]`` with ``input`` and
    ``output``; ``cache_read`` and ``cache_write``, which cost what ``input`` does where they are left out; and
    ``batch``, the share of all these that a batch costs, 1 where it is left out. The longest name that a model's name
    begins with counts.
    """

    currency: str
    models: Mapping[str, Mapping[str, float]]

    @classmethod
    def read(cls, path: Path) -> Prices:
        """The price list in a file.

        Raises:
            ConfigError: It cannot be read, or a price is no number.
        """
        try:
            tree = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path)) from None
        models = {name: values for name, values in tree.items() if isinstance(values, dict)}
        unknown = sorted(set(tree) - set(models) - {"currency"})
        if unknown or not models:
            told = f"no model is called for by {unknown[0]!r}" if unknown else "no model has a price"
            raise ConfigError(f"{path}: {told}", place=str(path), hint=_FORM)
        return cls(currency=str(tree.get("currency", "USD")), models=models)._checked(str(path))

    @classmethod
    def from_plain(cls, values: Any, place: str) -> Prices:
        """The price list that `to_plain` wrote.

        Raises:
            ConfigError: It is none.
        """
        try:
            return cls(currency=str(values["currency"]), models=dict(values["models"]))._checked(place)
        except (TypeError, KeyError, ValueError, AttributeError):
            raise ConfigError(f"{place}: no price list", place=place) from None

    def to_plain(self) -> dict[str, Any]:
        """As JSON values."""
        return {"currency": self.currency, "models": {name: dict(values) for name, values in self.models.items()}}

    def cost(self, model: str, tokens: Mapping[str, int], *, batch: bool = False) -> float | None:
        """Money for these tokens; None where the model is not in the list.

        >>> prices = Prices(currency="USD", models={"m": {"input": 2.0, "output": 6.0, "batch": 0.5}})
        >>> prices.cost("m-1", {"input": 500_000}), prices.cost("m-1", {"input": 500_000}, batch=True)
        (1.0, 0.5)
        """
        names = [name for name in self.models if model.startswith(name)]
        if not names:
            return None
        prices = self.models[max(names, key=len)]
        money = sum(prices.get(kind, prices["input"]) * tokens.get(kind, 0) for kind in KINDS) / 1e6
        return money * prices.get(_BATCH, 1.0) if batch else money

    def of_calls(self, calls: Iterable[Call]) -> float | None:
        """Money for calls; None where a model among them is not in the list."""
        costs = [self.cost(c.model, c.tokens, batch=c.batch) for c in calls]
        return None if None in costs else sum(c for c in costs if c is not None)

    def of_record(self, record: Record) -> float | None:
        """Money for all calls of a record; None for one without calls, and where its model is not in the list."""
        if not record.tokens:
            return None
        batch = record.batch_tokens
        live = {kind: record.tokens.get(kind, 0) - batch.get(kind, 0) for kind in KINDS}
        return self.of_calls(
            [Call(model=record.model, tokens=live, batch=False), Call(model=record.model, tokens=batch, batch=True)]
        )

    def _checked(self, place: str) -> Prices:
        for name, values in self.models.items():
            for kind, value in values.items():
                number = not isinstance(value, bool) and isinstance(value, int | float)
                if kind not in (*KINDS, _BATCH) or not number or not 0 <= value < math.inf:
                    raise ConfigError(f"{place}: {name}.{kind} is no price", place=place, hint=_FORM)
            missing = [kind for kind in _NEEDED if kind not in values]
            if missing:
                raise ConfigError(f"{place}: {name} has no price for {missing[0]}", place=place, hint=_FORM)
        return self


_FORM: Final = (
    '["the-model"] with input, output and, as you like, cache_read, cache_write, batch; a name with dots in quotes.'
)
