"""The code of README.md and the examples run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

HERE = Path(__file__).resolve().parents[1]


def python_in(page: Path) -> list[str]:
    """The blocks of Python in a document."""
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)


def test_the_code_of_the_readme_runs(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUELOG", str(program))
    blocks = python_in(HERE / "README.md")
    assert len(blocks) >= 6
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


@pytest.mark.parametrize("page", ["platform.md", "bots.md"])
def test_the_code_of_the_documents_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    blocks = python_in(ROOT / "docs" / page)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})


@pytest.mark.parametrize("words", [["random_agent.py"], ["learn.py", "--steps", "64", "--matches", "4", "--envs", "4"]])
def test_examples_run(words: list[str], tmp_path: Path) -> None:
    pytest.importorskip("pettingzoo")
    done = subprocess.run(
        [sys.executable, str(HERE / "examples" / words[0]), *words[1:]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    notebook = json.loads((HERE / "examples" / "plot_log.ipynb").read_text())
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "plot_log.ipynb", "exec"), names)
