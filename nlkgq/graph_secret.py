"""The key behind the names of placeholders: from the environment, or one of the graph's own that is made once."""

from __future__ import annotations

import contextlib
import os
import secrets

from nlkgq.errors import ConfigError
from nlkgq.resources import state_dir, writing


def graph_secret(variable: str | None, graph: str) -> bytes:
    """The secret of a graph.

    Args:
        variable: Name of the environment variable that holds it; None for a file that only the user can read.
        graph: Names the graph in that folder.

    Raises:
        ConfigError: The variable is not set, or the file cannot be written.
    """
    if variable is not None:
        if variable not in os.environ:
            raise ConfigError(f"{variable} is not set", place="privacy.secret_env", hint=f"export {variable}=...")
        return os.environ[variable].encode()
    folder = state_dir() / "secrets"
    path = folder / graph
    if not path.exists():
        with writing("NLKGQ_STATE_DIR"):
            folder.mkdir(exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with contextlib.suppress(FileExistsError), os.fdopen(os.open(path, flags, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
    return path.read_bytes()
