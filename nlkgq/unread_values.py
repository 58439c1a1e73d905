"""Values that nobody has read, so that nothing can watch for them; and what follows for a model.

A model elsewhere is then not asked at all, whatever the masking: in the mode ``strict`` a question is masked without an
index, too, but comments of the ontology, the rider and examples are not. What is asked for is one `nlkgq index`, or the
word of the graph's owner that nothing need be watched (``privacy.unwatched``). Not refused, but warned of: a server on
this machine. Neither: the mode ``off``, where nothing is private; the offline translator, model files and recordings,
which send nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from nlkgq.clean_view import cut_mark
from nlkgq.egress.gate import Closed
from nlkgq.role_knowledge import RoleKnowledge

if TYPE_CHECKING:
    from nlkgq.config import ModelSettings
    from nlkgq.knowledge import Knowledge

_IN_THIS_PROCESS = ("offline", "gguf", "replay")
_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})


def unread_endpoints(knowledge: Knowledge) -> tuple[str, ...]:
    """The endpoints of a graph, by name, of which not all values are known; () in the mode ``off``."""
    if knowledge.settings.privacy.mode == "off":
        return ()
    if isinstance(knowledge, RoleKnowledge) and not unread_endpoints(knowledge.whole):
        return ()
    if knowledge.viewed:
        view = knowledge.data_files
        read = not knowledge.remote or (bool(view) and not any(cut_mark(path).exists() for path in view))
        return () if read else tuple(part.settings.name for part in knowledge.parts if part.settings.url is not None)
    found = []
    for part in knowledge.scanned_parts:
        index = part.scanned_index()
        if index is None or not index.complete:
            found.append(part.settings.name)
        if index is not None:
            index.close()
    return tuple(found)


def unread_warning(knowledge: Knowledge) -> str | None:
    """What to tell before a prompt that nothing has searched for values; None where all are known, or need not be."""
    unread = unread_endpoints(knowledge)
    if not unread or knowledge.settings.privacy.unwatched:
        return None
    return (
        f"{_values(unread)} are not known, and those in comments of the ontology or in the rider would leave: "
        "`nlkgq index` reads them once"
    )


def closed_for(knowledge: Knowledge, model: str) -> Closed | None:
    """Why nothing may leave for a model; None where the gate can search what leaves, or nothing leaves this machine.

    Args:
        knowledge: The graph.
        model: A back-end by name; the name of a client's class for one of the user's own, which may be anywhere.
    """
    if knowledge.settings.privacy.unwatched or stays_here(model, knowledge.settings.model):
        return None
    unread = unread_endpoints(knowledge)
    if not unread:
        return None
    return Closed(
        message=f"{_values(unread)} are not known, so that nothing can watch for them; nothing was sent",
        hint="Run `nlkgq index` over the same graph, which reads them once (and goes on where it was cut short). For a "
        "graph that is no secret, `unwatched = true` under [privacy] of its kg.toml, or "
        "NLKGQ_PRIVACY_UNWATCHED=true, says that nothing need be watched.",
    )


def stays_here(model: str, settings: ModelSettings) -> bool:
    """Whether what a model is asked stays in this process, or on this machine.

    A server on this machine may pass on what it gets; that is for whoever runs it to know.
    """
    back_end = model.partition(":")[0]
    if back_end in _IN_THIS_PROCESS:
        return True
    if back_end not in ("anthropic", "openai") or settings.base_url is None:
        return False
    asked = (settings.base_url, *([settings.proxy] if settings.proxy is not None else []))
    return all(urlsplit(address).hostname in _THIS_MACHINE for address in asked)


def _values(endpoints: tuple[str, ...]) -> str:
    return f"the values of the graph ({', '.join(endpoints)})"
