"""Plays a match of random legal answers in the environment, saves its log and verifies it."""

from __future__ import annotations

import numpy as np

import duelog
import duelog.env


def main() -> None:
    env = duelog.env.magic()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    log = env.unwrapped.log()
    log.save("random.duelog", overwrite=True)
    verdict = duelog.verify("random.duelog")
    print(f"{verdict.decisions} decisions, {verdict.verdict}: {verdict.message}")


if __name__ == "__main__":
    main()
