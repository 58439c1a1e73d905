"""Which models are on this machine."""

from __future__ import annotations

import pytest

from nlkgq.config import load_settings
from nlkgq.unread_values import stays_here


@pytest.mark.parametrize(
    ("model", "address", "proxy", "here"),
    [
        ("offline", None, None, True),
        ("gguf:model.gguf", None, None, True),
        ("replay:replies.jsonl", None, None, True),
        ("openai:any", None, None, False),
        ("anthropic:any", None, None, False),
        ("openai:any", "http://localhost:11434/v1", None, True),
        ("openai:any", "http://[::1]:8000/v1", None, True),
        ("anthropic:any", "http://127.0.0.1:8000", "http://127.0.0.1:3128", True),
        ("anthropic:any", "http://127.0.0.1:8000", "http://proxy.example:3128", False),
        ("openai:any", "http://192.168.1.7:8000/v1", None, False),
        ("openai:any", "http://127.0.0.1.example.org/v1", None, False),
        ("openai:any", "http://localhost@model.example/v1", None, False),
        ("OwnClient", "http://localhost:8000", None, False),
    ],
)
def test_a_model_is_here_only_where_every_address_is_this_machine(
    model: str, address: str | None, proxy: str | None, here: bool
) -> None:
    given = {"model.base_url": address, "model.proxy": proxy}
    overrides = {name: value for name, value in given.items() if value is not None}
    settings = load_settings(overrides={"name": "t", "endpoints.g.files": ["g.ttl"], **overrides})
    assert stays_here(model, settings.model) is here
