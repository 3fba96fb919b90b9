"""The learner learns what dice are worth and when to roll, and its bot plays by that."""

import json
import os
import subprocess

import numpy as np
from conftest import PACKAGE

from parlor_gym.program import find_program


def test_it_learns_and_its_bot_plays(tmp_path):
    from learner import learn

    policy = learn(steps=80, games=60)
    points, value = policy["points"], np.array(policy["value"])
    assert (points["hold 1"], points["hold 5"], points["hold 1 1 1"]) == (100, 50, 1000)
    # Six dice with nothing at stake are worth a few hundred points; one die with much is not.
    assert 200 < value[6, 0] < 1000
    assert value[1].max() < 50 * 400
    again = learn(steps=80, games=60)
    assert again == policy
    file = tmp_path / "policy.json"
    file.write_text(json.dumps(policy))
    bot = f"exec={PACKAGE / 'bot.py'}"
    command = [find_program(), "simulate", "farkle", bot, "random", "target=1000", "-n", "3"]
    played = subprocess.run(
        [*command, "--format", "json"],
        env={**os.environ, "POLICY": str(file)}, stdout=subprocess.PIPE, check=True,
    )
    seats = json.loads(played.stdout)["seats"]
    assert seats[0]["wins"] >= seats[1]["wins"]
