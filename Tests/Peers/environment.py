"""Farkle as an environment of PettingZoo, over `batch` and `step` of `parlor --format json`."""

import json
import subprocess

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv


class Parlor:
    """A program that answers lines with JSON objects."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "--format", "json", "--keep-going"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise ValueError(reply["error"]["message"])
        return reply

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


class FarkleEnvironment(AECEnv):
    """A short game of Farkle for two, stepped as a batch of one game."""

    metadata = {"name": "farkle_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, program, words="rounds=2"):
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        self.render_mode = None
        self.words = words
        self.parlor = Parlor(program)
        opened = self.open(0)
        self.actions = opened["batch"]["actions"]
        self.size = sum(opened["batch"]["observation"].values())
        self.seed = 0

    def open(self, seed):
        return self.parlor.run(f"batch 1 farkle player_0 player_1 {self.words} seed={seed} legal=mask")

    def observation_space(self, agent):
        return self.spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.seed = self.seed + 1 if seed is None else seed
        self.agents = self.possible_agents[:]
        if not hasattr(self, "spaces"):
            limit = np.iinfo(np.int64)
            observation = Box(limit.min, limit.max, (self.size,), np.int64)
            mask = Box(0, 1, (self.actions,), np.int8)
            self.spaces = {a: Dict({"observation": observation, "action_mask": mask}) for a in self.agents}
            self.action_spaces = {a: Discrete(self.actions) for a in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        nothing = {
            "observation": np.zeros(self.size, np.int64),
            "action_mask": np.zeros(self.actions, np.int8),
        }
        self.seen = {agent: nothing for agent in self.agents}
        self.take(self.open(self.seed)["step"])

    def take(self, step):
        self.agent_selection = self.possible_agents[step["turn"][0]]
        self.seen[self.agent_selection] = {
            "observation": np.array(step["observation"][0], np.int64),
            "action_mask": np.frombuffer(step["legal"][0].encode(), np.int8) - 48,
        }

    def observe(self, agent):
        return self.seen[agent]

    def step(self, action):
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            return self._was_dead_step(action)
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        step = self.parlor.run(f"step {action}")["step"]
        self.rewards = dict.fromkeys(self.agents, 0)
        self.rewards[agent] = step["reward"][0]
        if step["done"][0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.take(step)
        self._accumulate_rewards()

    def close(self):
        self.parlor.close()
