"""Shared by all tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "fixtures" / "golden"
GAMES = ("magic", "duel-masters", "flesh-and-blood")


def golden(game: str, number: int = 1) -> Path:
    return GOLDEN / game / f"{game}-{number}.duelog"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def program() -> Path:
    """The program `duelog`: that of DUELOG, the one that the checkout has built, or the one on the path."""
    built = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "duelog"
    named = os.environ.get("DUELOG") or (str(built) if built.exists() else shutil.which("duelog"))
    if named is None:
        pytest.skip("the program duelog is not built: cargo build")
    return Path(named)
