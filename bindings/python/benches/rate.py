"""Decisions a second of random matches, by each way that the package has; each the best of several runs.

    python benches/rate.py --seconds 5

For comparison, `duelog simulate` plays and records random matches in Rust alone.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from typing import Callable

import numpy as np

import duelog
from duelog._logs import run
from duelog.env import DECKS, BotVectorEnv, raw_env


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Decisions a second of the best of the runs that fit into a time."""
    best, number, begun = 0.0, 0, time.perf_counter()
    while time.perf_counter() - begun < seconds or number < 2:
        before = time.perf_counter()
        made = work(number)
        best = max(best, made / (time.perf_counter() - before))
        number += 1
    return best


def by_match(game: str) -> Callable[[int], int]:
    def work(number: int) -> int:
        rng = random.Random(number)
        match = duelog.Match.start(game, DECKS[game], number)
        while not match.over:
            match.decide(match.sample(rng))
        return match.decisions

    return work


def by_environment(game: str) -> Callable[[int], int]:
    env = raw_env(game)

    def work(number: int) -> int:
        env.reset(seed=number)
        rng = random.Random(number)
        made = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(rng.randrange(int(observation["action_mask"].sum())))
            made += 1
        return made

    return work


def by_many(game: str) -> Callable[[int], int]:
    env = BotVectorEnv(game, 128, opponent="random")
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def work(number: int) -> int:
        before = env.decisions
        for _ in range(50):
            env.step(rng.integers(0, 1 << 20, env.num_envs))
        return env.decisions - before

    return work


def by_verify(game: str) -> Callable[[int], int]:
    match = duelog.Match.start(game, DECKS[game], 1)
    rng = random.Random(1)
    while not match.over:
        match.decide(match.sample(rng))
    log = match.log().bytes
    return lambda number: duelog.verify(log).decisions


def by_walk(game: str) -> Callable[[int], int]:
    match = duelog.Match.start(game, DECKS[game], 1)
    rng = random.Random(1)
    while not match.over:
        match.decide(match.sample(rng))
    log = match.log()
    return lambda number: sum(1 for _ in log.replay())


def by_simulate(game: str) -> Callable[[int], int]:
    """`duelog simulate`: random matches in Rust alone, recorded, on all cores."""

    def work(number: int) -> int:
        with tempfile.TemporaryDirectory() as folder:
            words = ["simulate", "--decks", *DECKS[game], "--games", "64", "--seed", str(number)]
            lines = run([*words, "--out", os.path.join(folder, "out")])
        return sum(int(line.get("decisions", 0)) for line in lines if "log" in line)

    return work


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    given = words.parse_args()
    ways = {
        "Match": by_match,
        "environment": by_environment,
        "128 at once, bots among them": by_many,
        "verify": by_verify,
        "states": by_walk,
        "duelog simulate": by_simulate,
    }
    for game in duelog.games():
        for name, way in ways.items():
            print(f"{game}\t{name}\t{rate(way(game), given.seconds):,.0f}", flush=True)


if __name__ == "__main__":
    main()
