"""Names for nameless terms: what is asked, and what becomes of the reply."""

from __future__ import annotations

from nlkgq.llm.protocol import ModelReply, ModelRequest
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.prompting.term_names import BATCH, TermNamer
from nlkgq.wrapper.draft import draft_wrapper


class Canned:
    """A model that always says the same; written by hand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.requests: list[ModelRequest] = []

    def complete(self, request: ModelRequest) -> ModelReply:
        self.requests.append(request)
        return ModelReply(text=self.text, model="canned")


DEFINITION = "Image of a test statistic at every voxel, with\nits degrees of freedom, and other things that are said."
ONTOLOGY = Ontology(
    classes={
        "http://n.example/Q1": OwlClass(iri="http://n.example/Q1", comments=(Text(value=DEFINITION),)),
        "http://n.example/Q2": OwlClass(iri="http://n.example/Q2", labels=(Text(value="film"),)),
    },
    properties={
        "http://n.example/P7": Property(iri="http://n.example/P7"),
        "http://n.example/P8": Property(iri="http://n.example/P8"),
    },
)


def test_only_nameless_terms_are_asked_about() -> None:
    client = Canned("1\tstatistic map\n2\tdirected by\n3\t?\nThat is all.")
    made = draft_wrapper(ONTOLOGY, namespace="http://c.example/", namer=TermNamer(client=client, model="m"))
    assert made.names == {
        "http://n.example/Q1": "http://c.example/StatisticMap",
        "http://n.example/Q2": "http://c.example/Film",
        "http://n.example/P7": "http://c.example/directedBy",
    }
    assert [term.iri for term in made.unnamed] == ["http://n.example/P8"]
    (request,) = client.requests
    assert request.messages[0].text == (
        f"1\tclass\thttp://n.example/Q1\t{DEFINITION.replace(chr(10), ' ')}\n"
        "2\tproperty\thttp://n.example/P7\n3\tproperty\thttp://n.example/P8"
    )
    assert "Q2" not in request.messages[0].text


def test_many_terms_are_asked_in_batches() -> None:
    properties = {f"http://n.example/P{n}": Property(iri=f"http://n.example/P{n}") for n in range(BATCH + 3)}
    client = Canned("1. first name\n999\tno such term")
    namer = TermNamer(client=client, model="m")
    made = draft_wrapper(Ontology(properties=properties), namespace="http://c.example/", namer=namer)
    assert len(client.requests) == 2
    assert sorted(made.names.values()) == ["http://c.example/firstName", "http://c.example/firstName2"]
