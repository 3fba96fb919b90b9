#!/usr/bin/env python3
"""Plays Farkle as learn.py has learned: parlor simulate farkle exec=examples/python/bot.py bank=300

The policy is the file that the environment variable POLICY names, else policy.json in this folder.
"""

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "plugins"))

from parlor_plugin import Player, run

policy = json.loads(Path(os.environ.get("POLICY") or HERE / "policy.json").read_text())
value, points = policy["value"], policy["points"]


def of_roll(dice, stake):
    """What a roll is worth."""
    return value[dice][min(stake // 50, len(value[dice]) - 1)]


def choose(question, chance):
    state, legal = question["state"], question["legal"]
    turn = state["turn"]
    if "roll" not in legal:
        # The line of a hold has its dice in any order.
        holds = {line: sorted(line.split()[1:]) for line in legal if line.startswith("hold")}
        loose = len(turn["roll"]) - len(turn["held"])

        def worth(line):
            after = turn["points"] + points.get(" ".join(["hold", *holds[line]]), 0)
            return max(after, of_roll(loose - len(holds[line]) or 6, after))

        return max(holds, key=worth)
    scores = {player["name"]: player["score"] for player in state["players"]}
    own = scores.pop(turn["player"]) + turn["points"]
    if "bank" not in legal:
        return "roll"
    if state["phase"] != "playing":
        # The last turn: only the lead counts.
        return "bank" if own > max(scores.values()) else "roll"
    return "roll" if of_roll(turn["diceToRoll"], turn["points"]) > turn["points"] else "bank"


run(Player(choose))
