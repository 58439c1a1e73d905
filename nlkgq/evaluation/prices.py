"""What tokens cost: a price list of the user's own, since prices change and no list here would stay true."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nlkgq.errors import ConfigError

_KINDS = ("input", "output", "cache_read", "cache_write")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Money for a million tokens, by the beginning of a model's name and kind of token.

    The file is TOML: ``currency = "USD"``, and for each model a table such as ``["some-model"]`` with ``input``,
    ``output``, ``cache_read``, ``cache_write``. The longest name that a model's name begins with counts.
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
            tree = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ConfigError(f"{path}: not readable as TOML: {error}", place=str(path)) from None
        models = {name: values for name, values in tree.items() if isinstance(values, dict)}
        for name, values in models.items():
            for kind, value in values.items():
                if kind not in _KINDS or isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
                    raise ConfigError(f"{path}: {name}.{kind} is no price", place=str(path), hint=", ".join(_KINDS))
        return cls(currency=str(tree.get("currency", "USD")), models=models)

    def cost(self, model: str, tokens: Mapping[str, int]) -> float | None:
        """Money for these tokens; None where the model is not in the list.

        >>> Prices(currency="USD", models={"m": {"input": 2.0}}).cost("m-1", {"input": 500_000})
        1.0
        """
        names = [name for name in self.models if model.startswith(name)]
        if not names:
            return None
        prices = self.models[max(names, key=len)]
        return sum(prices.get(kind, 0.0) * tokens.get(kind, 0) for kind in _KINDS) / 1e6
