"""A checkout, an editable install and a wheel: each finds its prompts and graphs; the wheel runs elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOOK = (
    "import nlkgq, nlkgq.resources as r; print(nlkgq.__file__); print(r.resource_root()); "
    "print(','.join(r.bundled_graphs())); print(len(r.read_prompt('system.j2')) > 100)"
)


def run(*arguments: str, path: Path | None, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(path) if path else ""}
    return subprocess.run(
        [sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = ["-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation", "--quiet", "-w", str(folder)]
    done = run(*command, path=None, cwd=folder)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("nlkgq-*.whl"))


@pytest.fixture(scope="session")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel installed where no checkout is near."""
    target = tmp_path_factory.mktemp("elsewhere")
    done = run(
        "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), str(wheel), path=None, cwd=target
    )
    assert done.returncode == 0, done.stderr
    return target


def test_a_checkout_finds_its_resources(tmp_path: Path) -> None:
    lines = run("-c", LOOK, path=ROOT, cwd=tmp_path).stdout.splitlines()
    assert lines[1:] == [str(ROOT), ",".join(sorted(p.parent.name for p in ROOT.glob("ontologies/*/kg.toml"))), "True"]


def test_an_editable_install_finds_its_resources(tmp_path: Path) -> None:
    # an editable install is a path file that names the checkout
    site = tmp_path / "site"
    site.mkdir()
    (site / "nlkgq.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    code = f"import site; site.addsitedir({str(site)!r}); " + LOOK
    lines = run("-c", code, path=None, cwd=tmp_path).stdout.splitlines()
    assert lines[1] in {str(ROOT), str(Path(lines[0]).parent / "_resources")}
    assert "films" in lines[2].split(",")


def test_a_wheel_finds_its_resources(unpacked: Path, tmp_path: Path) -> None:
    lines = run("-c", LOOK, path=unpacked, cwd=tmp_path).stdout.splitlines()
    assert lines[0].startswith(str(unpacked))
    assert lines[1] == str(unpacked / "nlkgq" / "_resources")
    assert "films" in lines[2].split(",")


def test_a_wheel_answers_a_question(unpacked: Path, tmp_path: Path) -> None:
    done = run("-m", "nlkgq", "ask", "--format", "csv", "How many studios are there?", path=unpacked, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].strip().isdigit()


def test_a_wheel_holds_types_licence_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "nlkgq/py.typed" in names
    assert "nlkgq/_resources/ontologies/films/kg.toml" in names
    assert any(n.endswith("LICENSE") for n in names)
    assert not any(n.startswith(("tests/", "benchmarks/")) for n in names)


@pytest.mark.parametrize("module", ["nlkgq", "nlkgq.cli", "nlkgq.api"])
def test_importing_imports_nothing_heavy(module: str, tmp_path: Path) -> None:
    code = (
        f"import sys, {module}; heavy = {{'anthropic', 'openai', 'rdflib', 'owlready2', 'pandas', 'SPARQLWrapper'}}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    assert run("-c", code, path=ROOT, cwd=tmp_path).stdout.strip() == "[]"


def test_the_public_surface_is_what_all_says() -> None:
    import nlkgq

    for name in nlkgq.__all__:
        assert getattr(nlkgq, name).__name__ == name
    with pytest.raises(AttributeError):
        _ = nlkgq.nothing_of_the_kind
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [n for n in nlkgq.__all__ if n not in readme] == []
