"""The prompt templates: sandboxed, strict, and known by a content hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from jinja2 import FunctionLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from nlkgq.resources import prompt_names, read_prompt

Variant = Literal["baseline", "guardrails", "procedural"]
VARIANTS: tuple[Variant, ...] = ("baseline", "guardrails", "procedural")


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    # Prompts are plain text: escaping for HTML would change what the model reads.
    return ImmutableSandboxedEnvironment(
        loader=FunctionLoader(read_prompt),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


def _template(name: str) -> Template:
    return _environment().get_template(name)


def render(name: str, variables: Mapping[str, Any]) -> str:
    """A template filled in, without blank lines at its ends.

    Args:
        name: Such as ``user.j2``.
        variables: Those that the template's head lists; a missing one is an error.

    Raises:
        jinja2.UndefinedError: A variable is missing.
    """
    return _template(name).render(variables).strip()


def render_block(name: str, block: str, variables: Mapping[str, Any]) -> str:
    """One ``{% block %}`` of a template, without blank lines at its ends; "" when it renders to nothing."""
    template = _template(name)
    return "".join(template.blocks[block](template.new_context(dict(variables)))).strip()


@cache
def prompt_hash(variant: Variant) -> str:
    """SHA-256 (hex, 64 characters) of every template that takes part in a variant.

    It changes when the words of the prompts change, not with the question, the ontology or the model; traces,
    recordings and benchmark records carry it.

    >>> len(prompt_hash("guardrails"))
    64
    """
    others = {f"instructions_{v}.j2" for v in VARIANTS} - {f"instructions_{variant}.j2"}
    if variant == "procedural":  # it includes the guardrails
        others.discard("instructions_guardrails.j2")
    # for drafts of wrappers; for small models on this machine; for benchmarks
    others |= {"name_terms.j2", "local.j2", "restate.j2"}
    digest = hashlib.sha256(variant.encode())
    for name in prompt_names():
        if name not in others:
            digest.update(f"\0{name}\0{read_prompt(name)}".encode())
    return digest.hexdigest()
