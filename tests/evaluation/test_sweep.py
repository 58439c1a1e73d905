"""Sweeps: every combination, one table; what is not finished is run, what is wrong is told before."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from toy_dataset import write_dataset

from nlkgq.cli.main import cli
from nlkgq.errors import ConfigError, UnknownKeyError
from nlkgq.evaluation.run_folder import read_records
from nlkgq.evaluation.sweep import read_sweep

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def test_combinations_have_names_and_settings(tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(
        'dataset = "toy"\nrepeat = 2\n[fixed]\nmasking = "off"\n'
        '[vary]\nmodel = ["openai:a/b", "offline"]\nrepair = [0, 2]\n"model.temperature" = [0.0]\n'
    )
    sweep = read_sweep(file)
    assert list(sweep.runs) == [
        "openai-a-b_repair-0_temperature-0.0",
        "openai-a-b_repair-2_temperature-0.0",
        "offline_repair-0_temperature-0.0",
        "offline_repair-2_temperature-0.0",
    ]
    assert sweep.runs["offline_repair-2_temperature-0.0"] == {
        "privacy.mode": "off",
        "model.name": "offline",
        "model.repair": 2,
        "model.temperature": 0.0,
    }
    assert (sweep.repeat, sweep.out) == (2, tmp_path / "sweep-runs")


@pytest.mark.parametrize(
    ("text", "error", "told"),
    [
        ("dataset = 1", ConfigError, "needs `dataset`"),
        ('dataset = "toy"\n[vary]\nmodel = "offline"', ConfigError, "must be a list"),
        ('dataset = "toy"\n[vary]\nmodle = ["offline"]', UnknownKeyError, "modle"),
        ('dataset = "toy"\nworker = 3\n[vary]\nmodel = ["offline"]', UnknownKeyError, "worker"),
        ("[", ConfigError, "not readable"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, error: type[Exception], told: str) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(text)
    with pytest.raises(error, match=told):
        read_sweep(file)


def test_the_command_runs_all_and_prints_one_table(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    file = tmp_path / "sweep.toml"
    file.write_text(
        f'dataset = "{folder}"\nlimit = 2\n[fixed]\nmodel = "offline"\n[vary]\nmasking = ["off", "values"]\n'
    )
    for _ in range(2):  # the second time nothing is left to run
        done = CliRunner().invoke(cli, ["bench", "sweep", str(file)], standalone_mode=False)
        assert done.exception is None, done.output
        assert "| masking-off | toy | offline |" in done.output
        assert "| masking-values | toy | offline |" in done.output
        assert "toy: differences" in done.output
    assert len((tmp_path / "sweep-runs" / "masking-off" / "records.jsonl").read_text().splitlines()) == 2


def test_a_role_answers_what_it_may_see(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    roles = tmp_path / "roles.toml"
    roles.write_text('[roles.all]\nall = true\n[roles.public]\nhide_properties = ["https://toy.example/watts"]\n')
    file = tmp_path / "sweep.toml"
    file.write_text(
        f'dataset = "{folder}"\n[fixed]\nmodel = "offline"\nmasking = "off"\n"access.roles" = "{roles}"\n'
        '[vary]\nrole = ["all", "public"]\n'
    )
    done = CliRunner().invoke(cli, ["bench", "sweep", str(file)], standalone_mode=False)
    assert done.exception is None, done.output
    answered = {
        role: {q for (q, _), r in read_records(tmp_path / "sweep-runs" / f"role-{role}").items() if r.query}
        for role in ("all", "public")
    }
    assert "watts" in answered["all"] - answered["public"]
    assert "lamps" in answered["all"] & answered["public"]


@pytest.mark.parametrize("name", ["ablation", "masking", "roles"])
def test_the_sweeps_of_the_project_can_be_read(name: str) -> None:
    sweep = read_sweep(BENCHMARKS / "configs" / f"{name}.toml")
    assert len(sweep.runs) == {"ablation": 30, "masking": 3, "roles": 3}[name]
    assert sweep.out.parent.name == "results"
