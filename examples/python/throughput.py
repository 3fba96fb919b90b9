#!/usr/bin/env python3
"""Compares steps per CPU second of random play: throughput.py [SECONDS]

Measures Parlor over `batch`, and the games of OpenSpiel and TextArena that are most like its own, if
these packages are installed. Each step includes what a program in Python does for it: to read the
observation and to choose a legal action. CPU seconds are those of Python and of `parlor`. The ratio is to
the first row.
"""

import contextlib
import io
import random
import resource
import sys
import time

import numpy as np

from parlor_gym import Batch, ParlorVectorEnv, random_actions, zoo


def cpu_seconds():
    """The CPU seconds of this process and of the children that have ended."""
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def vector(game, count):
    """`ParlorVectorEnv`."""

    def play(end):
        generator, steps = np.random.default_rng(1), 0
        games = ParlorVectorEnv(game, count, limit=100)
        seen, _ = games.reset(seed=1)
        while time.monotonic() < end:
            seen, *_ = games.step(random_actions(seen["action_mask"], generator))
            steps += count
        games.close()
        return steps

    return play


def batch(game, count):
    """`Batch`, without the environment around it."""

    def play(end):
        generator, steps = np.random.default_rng(1), 0
        with Batch(game, count, limit=100) as games:
            position = games.open(1)
            while time.monotonic() < end:
                position = games.step(random_actions(position.mask, generator))
                steps += count
        return steps

    return play


def aec(game):
    """The environment of PettingZoo, a game at a time."""

    def play(end):
        environment, steps = zoo.ParlorAEC(game, limit=100), 0
        while time.monotonic() < end:
            environment.reset()
            for _ in environment.agent_iter():
                seen, _, over, stopped, _ = environment.last()
                if over or stopped:
                    break
                environment.step(random.choice(np.flatnonzero(seen["action_mask"])))
                steps += 1
        environment.close()
        return steps

    return play


def open_spiel(name):
    """A game of OpenSpiel, whose rules are in C++ and whose loop is in Python."""
    import pyspiel

    def play(end):
        game, steps = pyspiel.load_game(name), 0
        while time.monotonic() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes())
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.observation_tensor(state.current_player())
                    state.apply_action(random.choice(state.legal_actions()))
                    steps += 1
        return steps

    return play


def text_arena(name, players, action):
    """A game of TextArena, in Python."""
    import textarena

    def play(end):
        environment, steps = textarena.make(name), 0
        while time.monotonic() < end:
            environment.reset(num_players=players)
            done = False
            while not done:
                environment.get_observation()
                done, _ = environment.step(action())
                steps += 1
            environment.close()
        return steps

    return play


def peers():
    """The games of others that are installed."""
    cell = [f"[{row} {column}]" for row in range(8) for column in range(8)]
    try:
        yield "Pig", "OpenSpiel", open_spiel("pig")
        yield "Liar's Dice", "OpenSpiel", open_spiel("liars_dice")
    except ImportError:
        print("without OpenSpiel: pip install open_spiel", file=sys.stderr)
    try:
        yield "Pig", "TextArena", text_arena(
            "PigDice-v0-raw", 2, lambda: random.choice(["[roll]", "[hold]"]))
        yield "Minesweeper 8×8", "TextArena", text_arena(
            "Minesweeper-v0-raw", 1, lambda: random.choice(cell))
        yield "Mastermind", "TextArena", text_arena(
            "Mastermind-v0-raw", 1, lambda: f"[{' '.join(map(str, random.sample(range(1, 7), 4)))}]")
    except ImportError:
        print("without TextArena: pip install textarena", file=sys.stderr)


def main(seconds=3.0):
    rows = []
    for game in ("farkle a b", "minesweeper easy", "mastermind"):
        name = game.split()[0].capitalize()
        rows.append((name, "Parlor, vector of 256", vector(game, 256)))
        rows.append((name, "Parlor, batch of 256", batch(game, 256)))
        rows.append((name, "Parlor, PettingZoo", aec(game)))
    with contextlib.redirect_stdout(io.StringIO()):
        rows.extend(peers())
    print(f"{'game':16} {'environment':22} {'steps per CPU second':>20} {'ratio':>7}")
    first = None
    for name, environment, play in rows:
        play(time.monotonic() + seconds / 10)
        before = cpu_seconds()
        steps = play(time.monotonic() + seconds)
        speed = steps / (cpu_seconds() - before)
        first = first or speed
        print(f"{name:16} {environment:22} {speed:20,.0f} {speed / first:7.3f}", flush=True)


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
