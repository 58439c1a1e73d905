"""Lines that count are on disk; torn ends and full disks cost nothing that was finished."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nlkgq.errors import ConfigError
from nlkgq.evaluation.journal import Journal


def test_lines_come_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.jsonl")
    for n in range(3):
        journal.append({"n": n, "text": "a\nb é"})
    journal.close()
    again = Journal(tmp_path / "j.jsonl")
    assert [e["n"] for e in again.entries] == [0, 1, 2]
    assert again.entries[0]["text"] == "a\nb é"
    again.close()


@pytest.mark.parametrize("torn", [b'{"n": 2', b"{", b'{"n":2,"text":"x"}', b"\xff\xfe"])
def test_a_torn_end_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(b'{"n":0}\n{"n":1}\n' + torn)
    journal = Journal(path)
    assert [e["n"] for e in journal.entries] == [0, 1]
    journal.append({"n": 9})
    journal.close()
    assert path.read_bytes() == b'{"n":0}\n{"n":1}\n{"n":9}\n'


def test_a_damaged_line_inside_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text('{"n":0}\nnonsense\n{"n":1}\n')
    with pytest.raises(ConfigError, match=r"j\.jsonl:2"):
        Journal(path)


def test_threads_do_not_mix_lines(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.jsonl")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: journal.append({"n": n, "text": "x" * 5000}), range(100)))
    journal.close()
    again = Journal(tmp_path / "j.jsonl")
    assert sorted(e["n"] for e in again.entries) == list(range(100))
    again.close()


_FULL = """
import resource, sys
from pathlib import Path
from nlkgq.errors import ConfigError
from nlkgq.evaluation.journal import Journal
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
journal = Journal(Path(sys.argv[1]))
for n in range(100):
    try:
        journal.append({"n": n, "text": "x" * 400})
    except ConfigError as error:
        print(n, error.message)
        break
"""


def test_a_line_that_does_not_fit_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    done = subprocess.run([sys.executable, "-c", _FULL, str(path)], capture_output=True, text=True, check=True)
    count, message = done.stdout.split(" ", 1)
    assert "cannot be written" in message
    assert path.read_bytes().endswith(b"\n")
    journal = Journal(path)
    assert [e["n"] for e in journal.entries] == list(range(int(count)))
    journal.append({"n": int(count)})
    journal.close()
