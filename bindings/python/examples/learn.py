"""Learns to beat random answers: a linear policy, trained by policy gradients (REINFORCE) with numpy alone.

For each question (priority, attackers, a target, ...) the policy has a row of weights. The probability of a candidate grows with
the product of that row and the candidate's numbers. Many matches are played at once; when one ends, the weights move towards the
answers of matches that were won, and away from those of matches that were lost.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from duelog.env import BotVectorEnv


class Policy:
    """A row of weights for each question."""

    def __init__(self, env: BotVectorEnv, rng: np.random.Generator) -> None:
        layout = env.layout
        self.split = layout.split
        self.asked = [place for place, name in enumerate(layout.table) if name.startswith("asked_")]
        self.weights = np.zeros((len(self.asked) + 1, len(layout.candidate)))
        self.rng = rng

    def look(self, observation: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        """For each match the number of its question, and the numbers of the candidates, made small."""
        table, candidates = self.split(observation["observation"])
        prompts = table[:, self.asked]
        question = np.where(prompts.any(axis=1), prompts.argmax(axis=1), len(self.asked))
        return question, np.sign(candidates) * np.log1p(np.abs(candidates))

    def act(self, observation: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """An action for each match, its question, and the gradient of the logarithm of its probability."""
        question, numbers = self.look(observation)
        scores = np.einsum("nkf,nf->nk", numbers, self.weights[question])
        scores = np.where(observation["action_mask"] == 1, scores, -1e9)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        drawn = (chances.cumsum(axis=1) < self.rng.random((len(chances), 1))).sum(axis=1)
        there = np.maximum(observation["action_mask"].sum(axis=1), 1)
        action = np.minimum(drawn, there - 1)
        rows = np.arange(len(action))
        gradient = numbers[rows, action] - np.einsum("nk,nkf->nf", chances, numbers)
        return action, question, gradient


def train(env: BotVectorEnv, policy: Policy, steps: int, rate: float, seed: int) -> None:
    """Plays and learns."""
    observation, _ = env.reset(seed=seed)
    rows = np.arange(env.num_envs)
    trace = np.zeros((env.num_envs, *policy.weights.shape))
    made = np.zeros(env.num_envs)
    baseline = 0.0
    for _ in range(steps):
        action, question, gradient = policy.act(observation)
        trace[rows, question] += gradient
        made += 1
        observation, rewards, terminated, truncated, _ = env.step(action)
        for number in np.flatnonzero(terminated | truncated):
            advantage = rewards[number] - baseline
            policy.weights += rate * advantage * trace[number] / np.sqrt(made[number])
            baseline += 0.02 * (rewards[number] - baseline)
        trace[terminated | truncated] = 0
        made[terminated | truncated] = 0


def won(env: BotVectorEnv, policy: Policy, matches: int, seed: int) -> tuple[float, int]:
    """The share of matches that the policy wins, and how many decisions it made."""
    observation, _ = env.reset(seed=seed)
    results: list[float] = []
    # The first match of each place: else short ones would count more.
    open_ = np.ones(env.num_envs, bool)
    decisions, rounds = 0, 0
    while len(results) < matches:
        action, _, _ = policy.act(observation)
        observation, rewards, terminated, truncated, _ = env.step(action)
        decisions += int(open_.sum())
        ends = (terminated | truncated) & open_
        results += [(reward + 1) / 2 for reward in rewards[ends]]
        open_ &= ~ends
        if not open_.any():
            rounds += 1
            observation, _ = env.reset(seed=seed + rounds * env.num_envs)
            open_[:] = True
    return float(np.mean(results)), decisions


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("--game", default="duel-masters")
    words.add_argument("--opponent", default="random")
    words.add_argument("--envs", type=int, default=32)
    words.add_argument("--steps", type=int, default=4000, help="answers at each place")
    words.add_argument("--matches", type=int, default=256, help="for the test before and after")
    words.add_argument("--rate", type=float, default=0.05)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    # The same deck on both sides: what is measured is how it is played.
    deck = {"duel-masters": "fire-nature-rush", "magic": "red-green-beasts", "flesh-and-blood": "rhinar"}[given.game]
    env = BotVectorEnv(given.game, given.envs, [deck, deck], opponent=given.opponent)
    policy = Policy(env, np.random.default_rng(given.seed))
    before, _ = won(env, policy, given.matches, seed=1_000_000)
    begun = time.perf_counter()
    train(env, policy, given.steps, given.rate, given.seed)
    seconds = time.perf_counter() - begun
    after, _ = won(env, policy, given.matches, seed=2_000_000)
    made = given.steps * given.envs
    print(f"{made} answers in {seconds:.1f} s: {made / seconds:.0f} a second")
    print(f"won against {given.opponent}: {before:.1%} before, {after:.1%} after, {given.matches} matches each")


if __name__ == "__main__":
    main()
