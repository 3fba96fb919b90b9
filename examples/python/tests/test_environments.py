"""The environments pass the tests of Gymnasium and PettingZoo, and are the games of Parlor."""

import contextlib
import io
import itertools
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test, state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from parlor_gym import (
    Batch, LineGame, ParlorEnv, ParlorError, ParlorVectorEnv, Program, Refused, random_actions, zoo
)

GAMES = ["farkle a b target=1000", "farkle a b c rounds=1", "minesweeper easy", "mastermind"]

# PettingZoo expects arrays where its own games with masks have dictionaries, too.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{text}")
    for text in (
        "Observation space for each agent probably",
        "Observation is not a NumPy array",
        "Observation numpy array is all zeros",
        ".*without a spec|.*not having a spec",
    )
]


def quietly(check, *arguments, **options):
    with contextlib.redirect_stdout(io.StringIO()):
        check(*arguments, **options)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo(game):
    for make in (zoo.ParlorAEC, zoo.env):
        environment = make(game)
        quietly(api_test, environment, num_cycles=60)
        environment.close()
    quietly(seed_test, lambda: zoo.env(game), num_cycles=30)
    quietly(render_test, lambda **options: zoo.env(game, **options))
    pair = zoo.env(game), turn_based_aec_to_parallel(zoo.env(game))
    quietly(state_test, *pair, num_cycles=5)
    for environment in pair:
        environment.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_benchmark_of_pettingzoo(game, monkeypatch):
    """It plays for five seconds of a clock, which here goes on by one at each look."""
    clock = itertools.count()
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module.time, "time", lambda: next(clock) / 20)
    environment = zoo.env(game)
    quietly(performance_benchmark, environment)
    environment.close()
    assert next(clock) > 100


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium(game):
    environment = ParlorEnv(game)
    check_env(environment)
    environment.close()


@pytest.mark.parametrize("name", ["Farkle", "Minesweeper", "Mastermind"])
def test_registered(name):
    with gymnasium.make(f"parlor/{name}-v0") as environment:
        environment.reset(seed=1)
        assert environment.observation_space["action_mask"].shape[0] == environment.action_space.n
    games = gymnasium.make_vec(f"parlor/{name}-v0", 3, vectorization_mode="vector_entry_point")
    assert games.reset(seed=1)[0]["observation"].shape[0] == 3
    games.close()


def liars_dice(folder, dice=2, **options):
    """Liar's Dice for two, a plugin: each sees only the own dice."""
    bids = [f"bid {count} {face}" for count in range(1, 2 * dice + 1) for face in range(1, 7)]

    def observe(state):
        own = (state["own"] + [0] * dice)[:dice]
        return {"dice": state["dice"], "bid": state["bid"] or [0, 0], "own": own}

    setup = [f"plugin add {folder / 'parlor-liars-dice'}"]
    game = f"liars-dice Ann Bob dice={dice}"
    return LineGame(game, 2, ["roll", "liar", *bids], observe, setup=setup, **options)


def test_a_plugin(plugins):
    quietly(api_test, zoo.env(liars_dice(plugins)), num_cycles=15)
    quietly(seed_test, lambda: zoo.env(liars_dice(plugins)), num_cycles=15)
    environment = ParlorEnv(liars_dice(plugins))
    check_env(environment, skip_render_check=True)
    environment.close()


def test_hidden_dice_are_seen_by_their_owner_only(plugins):
    environment = zoo.env(liars_dice(plugins, limit=9))
    parts = environment.unwrapped.batch.parts
    generator = np.random.default_rng(5)
    environment.reset(seed=4)
    environment.step(0)
    environment.step(7)
    own = [parts(environment.observe(agent)["observation"])["own"] for agent in environment.agents]
    # Those of the scenario of the plugins, which has the same seed.
    assert [list(dice) for dice in own] == [[1, 5], [5, 6]]
    for seed in range(4):
        environment.reset(seed=seed)
        for _ in environment.agent_iter():
            seen, reward, over, stopped, info = environment.last()
            if over or stopped:
                break
            environment.step(random_action(seen["action_mask"], generator))
        assert over != stopped and sum(environment.unwrapped.rewards.values()) == 0
    environment.close()


def test_line_games_that_do_not_fit(plugins):
    add = [f"plugin add {plugins / 'parlor-pig'}"]
    with pytest.raises(ParlorError, match="`roll` is not among the actions"):
        LineGame("pig Ann Bob", 2, ["hold"], lambda state: {"a": [1]}, setup=add)
    lengths = iter(range(9))
    game = LineGame("pig Ann Bob", 2, ["roll", "hold"], lambda _: {"a": [0] * next(lengths)}, setup=add)
    with pytest.raises(ValueError, match="before"):
        game.step([0])
    with pytest.raises(ValueError, match="0 to 1"):
        game.step([2])
    game.close()
    with pytest.raises(Refused, match="pig"):
        LineGame("pig Ann Bob", 2, ["roll", "hold"], lambda state: {"a": [1]})


def random_action(mask, generator):
    return int(generator.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("game", GAMES[1:])
def test_a_vector_environment_plays_what_single_ones_play(game):
    """Game I of N has the seeds S+I, S+I+N, and so on, and its last observation is in `final_obs`."""
    generator = np.random.default_rng(1)
    many = ParlorVectorEnv(game, 2, limit=40)
    assert many.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    single = [zoo.ParlorAEC(game, limit=40) for _ in range(2)]
    seeds, ended = [7, 8], 0
    seen, infos = many.reset(seed=7)
    for environment, seed in zip(single, seeds):
        environment.reset(seed=seed)
    for _ in range(120):
        assert many.observation_space.contains(seen)
        agents = [environment.agent_selection for environment in single]
        for index, environment in enumerate(single):
            assert agents[index] == f"player_{infos['turn'][index]}"
            expected = environment.observe(agents[index])
            assert (seen["observation"][index] == expected["observation"]).all()
            assert (seen["action_mask"][index] == expected["action_mask"]).all()
            assert (infos["action_mask"][index] == expected["action_mask"]).all()
        actions = np.array([random_action(mask, generator) for mask in seen["action_mask"]])
        seen, rewards, over, stopped, infos = many.step(actions)
        for index, environment in enumerate(single):
            agent = agents[index]
            environment.step(actions[index])
            assert rewards[index] == environment.rewards[agent]
            assert list(infos["rewards"][index]) == list(environment.rewards.values())
            assert over[index] == environment.terminations[agent]
            assert stopped[index] == environment.truncations[agent]
            if over[index] or stopped[index]:
                last = environment.observe(agent)
                assert data_equivalence(infos["final_obs"][index], last)
                assert infos["winners"][index] == environment.infos[agent]["winners"]
                ended += 1
                seeds[index] += 2
                environment.reset(seed=seeds[index])
    assert ended > 2
    for environment in (many, *single):
        environment.close()


def test_an_environment_plays_the_game_of_its_seed():
    with ParlorEnv("farkle Ann Bob", illegal="error") as environment, Program() as parlor:
        lines = environment.action_lines()
        seen, _ = environment.reset(seed=7)
        parlor.ask("new farkle Ann Bob seed=7")
        dice = sorted(parlor.ask("roll")["events"][0]["dice"])
        assert dice == [1, 1, 3, 5, 5, 6]
        seen, *_ = environment.step(lines.index("roll"))
        assert list(environment.batch.parts(seen["observation"])["loose"]) == [2, 0, 1, 0, 2, 1]
        with pytest.raises(Refused) as refused:
            environment.step(lines.index("bank"))
        assert refused.value.code == "illegal-move"
        again, *_ = environment.step(lines.index("hold 1 1"))
        assert environment.batch.parts(again["observation"])["atStake"] == [200]


def test_rewards_of_a_win_add_up_to_nothing():
    environment = zoo.env("farkle a b c rounds=1 tie=shared")
    generator = np.random.default_rng(3)
    for seed in range(6):
        environment.reset(seed=seed)
        total = dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            seen, reward, over, stopped, info = environment.last()
            total[agent] += reward
            done = over or stopped
            environment.step(None if done else random_action(seen["action_mask"], generator))
        assert sum(total.values()) == pytest.approx(0)
        winners = [bool(info["winners"] >> player & 1) for player in range(3)]
        assert [reward > 0 for reward in total.values()] == winners or all(winners)
    environment.close()


def test_each_player_sees_what_is_his():
    """In Farkle the scores are in the order of play, the player's own first."""
    environment = zoo.env("farkle a b rounds=1")
    generator = np.random.default_rng(1)
    environment.reset(seed=1)
    for _ in environment.agent_iter():
        seen, _, over, _, _ = environment.last()
        if over:
            break
        environment.step(random_action(seen["action_mask"], generator))
    batch = environment.unwrapped.batch
    first, second = (
        batch.parts(environment.observe(agent)["observation"])["scores"]
        for agent in environment.possible_agents
    )
    assert list(first) == list(second[::-1])
    environment.close()


def test_an_action_that_is_not_legal():
    with ParlorEnv("farkle a b") as environment:
        environment.reset(seed=1)
        seen, reward, over, stopped, info = environment.step(1)
        assert (reward, over, stopped, info["illegal"]) == (-1, True, False, True)
        assert not seen["action_mask"].any()
        with pytest.raises(ParlorError, match="call `reset`"):
            environment.step(0)
        environment.reset(seed=1)
        for nonsense in (925, -1, 0.5, "roll", None):
            with pytest.raises(ValueError, match="0 to 924"):
                environment.step(nonsense)
    many = ParlorVectorEnv("farkle a b", 2)
    many.reset(seed=1)
    with pytest.raises(Refused, match="game 1 of the batch refuses action 1, `bank`"):
        many.step(np.array([0, 1]))
    for nonsense in ([0], [0, 0, 0], [0.0, 1.0], "ab"):
        with pytest.raises(ValueError, match="takes 2 integers"):
            many.step(nonsense)
    assert (many.step([0, 0])[0]["observation"][:, 13] == 0).all()
    many.close()


def test_the_opponent():
    """It plays for the other players, and sees what they see."""
    seen = []

    def opponent(observation):
        seen.append(observation)
        return np.flatnonzero(observation["action_mask"])[-1]

    with ParlorEnv("farkle a b c rounds=1", opponent=opponent) as environment:
        observation, _ = environment.reset(seed=2)
        for _ in range(50):
            action = np.flatnonzero(observation["action_mask"])[-1]
            observation, reward, over, *_ = environment.step(action)
            if over:
                break
        assert over and reward != 0 and seen
        assert all(environment.observation_space.contains(each) for each in seen)


@pytest.mark.parametrize(
    "game, options, words",
    [
        ("farkle", {}, "needs a name"),
        ("farkle a b target=1", {}, "500"),
        ("chess a b", {}, "chess"),
        ("counter a", {}, "cannot be stepped"),
        ("mastermind slots=10", {}, "cannot be stepped"),
        ("", {}, "."),
        ("farkle a\nquit", {}, "control character"),
        ("farkle " + "a " * 3000, {}, "4,096"),
        ("farkle a b", {"reward": "fame"}, "neither"),
        ("minesweeper easy", {"reward": "win"}, "two or more players"),
        ("minesweeper easy", {"limit": -1}, "."),
        ("farkle a b", {"render_mode": "rgb_array"}, "render_mode"),
    ],
)
def test_games_that_cannot_be_opened(game, options, words):
    for make in (ParlorEnv, ParlorVectorEnv, zoo.env):
        with pytest.raises((ParlorError, ValueError), match=words):
            make(game, **options)


def test_a_comment_hides_no_option():
    """What is said of a game may end with a comment."""
    with ParlorEnv("farkle a b # for two", limit=1) as environment:
        environment.reset(seed=7)
        seen, _, over, stopped, _ = environment.step(0)
        assert stopped and not over
        assert list(environment.batch.parts(seen["observation"])["loose"]) == [2, 0, 1, 0, 2, 1]


def test_too_many_games():
    with pytest.raises(Refused, match="1,020"):
        ParlorVectorEnv("farkle a b", 1021)
    with pytest.raises((ParlorError, ValueError)):
        ParlorVectorEnv("farkle a b", 0)
    many = ParlorVectorEnv("farkle a b", 1020)
    many.reset(seed=1)
    assert many.step(np.zeros(1020, int))[1].shape == (1020,)
    many.close()


def test_the_seeds_of_many_games():
    many = ParlorVectorEnv("mastermind", 3)
    for seed in ([1, 5, 3], [4, 5]):
        with pytest.raises(ValueError, match="consecutive"):
            many.reset(seed=seed)
    many.reset(seed=[4, 5, 6])
    assert many.game_seed == 4
    with pytest.raises(ValueError, match="reset_mask"):
        many.reset(options={"reset_mask": np.ones(3, bool)})
    # Without a seed those of the generator follow.
    first = [many.reset() and many.game_seed for _ in range(2)]
    many.reset(seed=4)
    assert [many.reset() and many.game_seed for _ in range(2)] == first
    many.close()


@pytest.mark.parametrize("game", GAMES)
def test_packed_arrays_and_lists_say_the_same(game):
    name, _, words = game.partition(" ")
    generator, ended = np.random.default_rng(3), 0
    with Batch(game, 9, limit=30) as batch, Program() as lists:
        position = batch.open(5)
        listed = lists.ask(f"batch 9 {name} seed=5 limit=30 {words}")["step"]
        for _ in range(70):
            for key in ("turn", "reward", "done", "winners", "observation"):
                assert getattr(position, key).tolist() == listed[key]
            for mask, numbers in zip(position.mask, listed["legal"], strict=True):
                every = range(batch.actions)
                assert np.flatnonzero(mask).tolist() == sorted(every if numbers is None else numbers)
            ended += (position.done > 0).sum()
            actions = random_actions(position.mask, generator)
            position = batch.step(actions)
            listed = lists.ask(f"step {' '.join(map(str, actions))}")["step"]
    assert ended > 5
