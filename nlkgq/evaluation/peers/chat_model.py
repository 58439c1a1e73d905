"""Our model client as LangChain takes a chat model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from nlkgq.llm.protocol import Block, LLMClient, Message, ModelRequest

_OBJECT = re.compile(r"\{.*\}", re.DOTALL)
_FORM = "Reply with one JSON object and nothing else. It follows this JSON schema:\n"


def requester(client: LLMClient, model: str, *, max_tokens: int, temperature: float) -> Callable[[Sequence[Any]], str]:
    """A function that sends LangChain's messages through ``client`` and returns the reply's text.

    Args:
        client: Every byte passes its wire gate.
        model: The name the provider knows.
        max_tokens, temperature: Of each request.
    """

    def ask(messages: Sequence[Any]) -> str:
        request = ModelRequest(
            model=model,
            system=tuple(Block(text=str(m.text)) for m in messages if m.type == "system"),
            messages=tuple(
                Message(role="assistant" if m.type == "ai" else "user", text=str(m.text))
                for m in messages
                if m.type != "system"
            ),
            max_tokens=max_tokens,
            temperature=temperature,
        )
        return client.complete(request).text

    return ask


def chat_model(ask: Callable[[Sequence[Any]], str]) -> Any:
    """A chat model that sends its messages through ``ask``; needs langchain-core.

    Structured output is asked for in words, with the JSON schema: our clients call no tools.
    """
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage, SystemMessage
    from langchain_core.outputs import ChatGeneration, ChatResult
    from langchain_core.runnables import RunnableLambda

    class Client(BaseChatModel):  # type: ignore[misc] # LangChain is not installed where types are checked
        """One reply to a list of messages."""

        def _generate(self, messages: list[Any], stop: Any = None, run_manager: Any = None, **_: Any) -> Any:
            return ChatResult(generations=[ChatGeneration(message=AIMessage(content=ask(messages)))])

        def with_structured_output(self, schema: Any, **_: Any) -> Any:
            """The reply as the values of a pydantic model."""
            told = SystemMessage(_FORM + json.dumps(schema.model_json_schema()))

            def values(prompt: Any) -> Any:
                return json_object(ask([*prompt.to_messages(), told]))

            async def in_this_thread(prompt: Any) -> Any:
                return values(prompt)

            return RunnableLambda(values, afunc=in_this_thread)

        @property
        def _llm_type(self) -> str:
            return "nlkgq"

    return Client()


def json_object(text: str) -> Any:
    """The JSON object in a reply, whatever stands around it.

    >>> json_object("Here it is:\\n```json\\n{\\"a\\": [1]}\\n```")
    {'a': [1]}

    Raises:
        ValueError: There is none.
    """
    found = _OBJECT.search(text)
    if found is None:
        raise ValueError("the reply holds no JSON object")
    return json.loads(found.group())
