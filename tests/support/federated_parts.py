"""A small world in three parts, and a federation over stores of this process that notes what it is asked."""

from __future__ import annotations

from collections.abc import Sequence

from federation_cases import (
    NS,
    StoreEndpoint,
    Triple,
    answer_of,
    merged,
    store_of,
)

from nlkgq.endpoints.federated import FederatedEndpoint, FederationLimits
from nlkgq.endpoints.federation.sources import Source
from nlkgq.endpoints.protocol import Limits
from nlkgq.results.comparison import compare_answers
from nlkgq.validation.gate import gate

LIMITS = Limits(rows=1_000_000, seconds=60)
P0, P1, P2 = (f"<{NS}p{i}>" for i in range(3))


def film(n: int) -> str:
    return f"<{NS}film{n}>"


FILMS: list[Triple] = [(film(n), f"<{NS}director>", f"<{NS}person{n % 7}>") for n in range(20)]
PEOPLE: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}name>", f'"Person {n}"') for n in range(7)]
PLACES: list[Triple] = [(f"<{NS}person{n}>", f"<{NS}born>", f"<{NS}place{n % 3}>") for n in range(7)]


class Federation:
    """A federation over stores in this process, and the same data in one."""

    def __init__(self, parts: Sequence[Sequence[Triple]], **options: object) -> None:
        settings = {"trusted": True, "relabel": False, "profiles": False, "cap": None, "bind_size": 100, **options}
        trusted = settings["trusted"]
        self.endpoints = [
            StoreEndpoint(f"s{i}", store_of(part), relabel=bool(settings["relabel"]), cap=settings["cap"])  # type: ignore[arg-type]  # as given
            for i, part in enumerate(parts)
        ]
        self.single = merged(parts)
        self.federated = FederatedEndpoint(
            [
                Source(
                    name=endpoint.name,
                    endpoint=endpoint,
                    trusted=trusted[i] if isinstance(trusted, tuple) else bool(trusted),
                    url="http://127.0.0.1/" if settings["relabel"] else None,
                    stable_labels=not settings["relabel"],
                    bind_size=int(str(settings["bind_size"])),
                )
                for i, endpoint in enumerate(self.endpoints)
            ],
            name="federation",
            limits=FederationLimits(
                fetch_rows=int(str(settings.get("fetch_rows", 200_000))), partial=bool(settings.get("partial"))
            ),
        )

    def __enter__(self) -> Federation:
        return self

    def __exit__(self, *exception: object) -> None:
        self.federated.close()

    def check(self, text: str) -> None:
        got = self.federated.run(gate(text), limits=LIMITS)
        comparison = compare_answers(answer_of(self.single, text), got)
        assert comparison.same, f"{text}\nmissing {comparison.missing[:3]}\nextra {comparison.extra[:3]}"

    @property
    def asked(self) -> list[str]:
        return [text for endpoint in self.endpoints for text in endpoint.asked]
