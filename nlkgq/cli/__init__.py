"""The command line: one command a file, no logic."""

from nlkgq.cli.main import main

__all__ = ["main"]
