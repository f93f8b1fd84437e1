"""The code of README.md and the examples run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]


def test_the_code_of_the_readme_runs(program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUELOG", str(program))
    blocks = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(), re.DOTALL)
    assert len(blocks) >= 6
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


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
