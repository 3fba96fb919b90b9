#!/usr/bin/env python3
"""Plays pairs of games that differ only in what is hidden: twins.py PARLOR [PAIRS]

The two games of a pair get the same lines. Their moves have told the same so far, so every reply must be the same,
byte for byte: as text, as JSON, framed by the Go Text Protocol, by the tools of `parlor mcp`, and from another
process that looks at the profile in which a killed process left them. What the rules tell is computed here, without a
line of Parlor's: the numbers of a board, the marks of a guess.

Other pairs are sessions in real time that differ only in the seed that each has drawn: their replies must be the same
until something is drawn, and must not have the seed before the game is over.
"""

import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import termios

QUESTIONS = [
    "show", "state", "log", "legal", "hint", "hint 3", "hint why", "odds", "rollout 20", "review", "history", "games", "rules",
    "actions", "outcomes", "undo", "redo", "undo 2", "redo 2", "goto 1", "amend", "copy", "use 1", "difficulty",
    "clock +3s", "candidates", "mode", "seed", "finished", "help", "set state changes", "save x", "replay 1",
]
# How much time has passed by the real clock.
PASSED = r'after [\d.]+ s|"(milliseconds|bbbvPerSecond)":[^,]+,|Time: \d:\d\d|, [\d.]+ 3BV/s|clock \+[\d.]+s(\\n|\r\n)|"clock \+[\d.]+s",'
# What a killed process left, seen by another one.
LATER = ["games", "show", "log", "state", "hint", "finished", "stats", "undo", "redo"]


def around(cell, rows, columns):
    row, column = cell
    for r, c in itertools.product((row - 1, row, row + 1), (column - 1, column, column + 1)):
        if 0 <= r < rows and 0 <= c < columns and (r, c) != cell:
            yield r, c


class Minesweeper:
    """A board with two layouts that show the same."""

    name, rows, columns, mines = "minesweeper", 9, 9, 10

    def __init__(self, chance):
        cells = list(itertools.product(range(self.rows), range(self.columns)))
        first = chance.choice(cells)
        free = [c for c in cells if c != first and c not in around(first, self.rows, self.columns)]
        self.layout = set(chance.sample(free, self.mines))
        opened, moves = self.shown(self.layout, first), [first]
        for _ in range(chance.randrange(4)):
            rest = [c for c in cells if c not in opened and c not in self.layout]
            if len(rest) < 6:
                break
            moves.append(chance.choice(rest))
            opened |= self.shown(self.layout, moves[-1])
        hidden = [c for c in cells if c not in opened]
        self.twin = None
        for _ in range(400):
            other = set(self.layout)
            other.remove(chance.choice(sorted(other)))
            other.add(chance.choice(hidden))
            if len(other) == self.mines and other != self.layout and all(
                self.number(other, c) == self.number(self.layout, c) for c in opened
            ):
                self.twin = other
                break
        self.moves = [f"reveal {r + 1} {c + 1}" for r, c in moves]
        self.asked = [f"amend 1 {self.moves[0]}", *(f"odds {r + 1} {c + 1}" for r, c in chance.sample(hidden, 3))]
        self.extra = [f"flag {r + 1} {c + 1}" for r, c in chance.sample(hidden, 3)]

    def number(self, layout, cell):
        return sum(c in layout for c in around(cell, self.rows, self.columns))

    def shown(self, layout, cell):
        opened, waiting = set(), [cell]
        while waiting:
            cell = waiting.pop()
            if cell in opened:
                continue
            opened.add(cell)
            if self.number(layout, cell) == 0:
                waiting += around(cell, self.rows, self.columns)
        return opened

    def game(self, layout):
        text = "/".join(
            "".join("*" if (r, c) in layout else "." for c in range(self.columns)) for r in range(self.rows)
        )
        return {
            "words": ["easy"], "options": {"seed": 3}, "moves": [f"{self.moves[0]} layout={text}", *self.moves[1:]],
            # Agents cannot say what is drawn.
            "given": {"options": {"layout": text}}, "later": self.moves,
        }


class Mastermind:
    """Two codes that answer the guesses in the same way."""

    name = "mastermind"

    def __init__(self, chance):
        codes = list(itertools.product(range(1, 7), repeat=4))
        self.layout = chance.choice(codes)
        guesses = [chance.choice(codes) for _ in range(chance.randrange(4))]
        guesses = [guess for guess in guesses if guess != self.layout]
        same = [
            code for code in codes
            if code != self.layout and code not in guesses
            and all(self.marks(code, g) == self.marks(self.layout, g) for g in guesses)
        ]
        self.twin = chance.choice(same) if same else None
        self.moves = ["guess " + " ".join(map(str, guess)) for guess in guesses]
        self.asked = [f"amend 1 {self.moves[0]}"] if self.moves else []
        self.extra = ["candidates 5", "odds " + " ".join(map(str, chance.choice(codes)))]

    @staticmethod
    def marks(code, guess):
        black = sum(a == b for a, b in zip(code, guess))
        return black, sum((collections.Counter(code) & collections.Counter(guess)).values()) - black

    def game(self, code):
        options = {"secret": " ".join(map(str, code)), "seed": 3}
        return {
            "words": [], "options": options, "moves": self.moves, "given": {"options": options}, "later": self.moves,
        }


def opening(name, game):
    options = [f'{key}="{value}"' if " " in str(value) else f"{key}={value}" for key, value in game["options"].items()]
    return " ".join(["new", name, *game["words"], *options])


def run(arguments, lines):
    """What a program prints; it may save games."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            arguments, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600, check=False,
            cwd=folder
        )
    return done.stdout + done.stderr


def by_lines(parlor, name, game, questions, form):
    lines = [opening(name, game), *game["moves"], *questions]
    return run([parlor, "--no-profile", "--keep-going", "--format", form], lines)


def by_tools(parlor, name, game, questions):
    calls = [("new", {"game": name, **game["given"]})]
    calls += [("play", {"move": move}) for move in game["later"]]
    for line in questions:
        word = line.split()[0]
        if word in ("legal", "show", "hint", "undo", "log", "review"):
            calls.append((word, {}))
        else:
            calls.append(("play", {"move": line}))
    process = subprocess.Popen(
        [parlor, "mcp"], cwd="/", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    session, replies = None, []

    def ask(method, parameters, number):
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        return process.stdout.readline()

    ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                       "clientInfo": {"name": "twins", "version": "1"}}, 0)
    for number, (tool, arguments) in enumerate(calls, 1):
        if session is not None:
            arguments = {**arguments, "session": session}
        reply = ask("tools/call", {"name": tool, "arguments": arguments}, number)
        if "error" in json.loads(reply):
            sys.exit(f"twins: {tool} {arguments}: {reply}")
        if session is None:
            session = json.loads(reply)["result"]["structuredContent"]["session"]
        # Handles are random, and the clock is real.
        replies.append(re.sub(PASSED, "", reply.replace(session, "SESSION")))
    process.stdin.close()
    process.wait()
    return "".join(replies)


def at_terminal(arguments, lines, folder):
    """What a prompt of a plain terminal shows; the program is killed at the end."""
    keyboard, terminal = os.openpty()
    settings = termios.tcgetattr(terminal)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, settings)
    process = subprocess.Popen(
        arguments, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True,
        cwd=folder,
        env={**os.environ, "TERM": "dumb", "HOME": folder}
    )
    os.close(terminal)
    shown = b""
    for number, line in enumerate(lines):
        os.write(keyboard, f"{line}\necho end {number}\n".encode())
        while not any(end.encode() in shown for end in (f"end {number}\r\n", f'"end {number}"')):
            shown += os.read(keyboard, 65536)
    process.kill()
    process.wait()
    os.close(keyboard)
    return shown.decode().rpartition("end ")[0]


def by_profile(parlor, name, game, questions):
    """A prompt dies with the game open; another one takes the game up."""
    with tempfile.TemporaryDirectory() as folder:
        prompt = [parlor, "--profile", os.path.join(folder, "profile"), "--seed", "0", "--color", "never"]
        setting = ["set pager off"]
        at_terminal(prompt, [*setting, opening(name, game), *game["moves"]], folder)
        shown = at_terminal(prompt, setting + LATER + questions, folder)
        if "resumes after" not in shown and game["moves"]:
            sys.exit(f"twins: the game was not taken up:\n{shown}")
        return re.sub(PASSED, "", shown.replace(folder, "FOLDER"))


# Games that nobody gives a seed, and moves that draw.
DRAWN = [
    ("farkle", ["Ann", "Bob"], ["roll", "hold best", "roll", "hold best", "roll", "bank", "undo", "undo yes"]),
    ("farkle", ["Ann"], ["roll", "undo", "roll", "hold best"]),
    ("minesweeper", ["easy"], ["reveal 4 4", "reveal 1 1", "undo"]),
    ("mastermind", [], ["guess 1 1 2 2", "guess 3 4 5 6"]),
]
END = ["resign", "resign", "log"]


def drawn_ways(parlor, name, words):
    """How lines are given to a session that draws the seed of a game, and what it replies."""
    new = " ".join(["new", name, *words])
    real = [parlor, "--no-profile", "--keep-going", "--clock", "real", "--seed", "random"]

    def at_prompt(lines, form):
        with tempfile.TemporaryDirectory() as folder:
            prompt = [parlor, "--profile", os.path.join(folder, "profile"), "--color", "never"]
            setting = ["set pager off", "set redraw off", f"set format {form}"]
            return at_terminal(prompt, [*setting, new, *lines], folder).replace(folder, "FOLDER")

    for form in ("text", "json", "csv", "gtp"):
        yield form, lambda lines, form=form: run([*real, "--format", form], [new, *lines])
    for form in ("text", "json"):
        yield f"prompt in {form}", lambda lines, form=form: at_prompt(lines, form)
    game = {"given": {"words": words} if words else {}, "later": []}
    yield "mcp", lambda lines: by_tools(parlor, name, game, lines)


def check_drawn(parlor):
    """Compares sessions that have drawn their seeds."""
    compared = 0
    for name, words, moves in DRAWN:
        # Some advice takes long in a debug build, and the time that passes is not the same.
        slow = ["review", "rollout", "clock"] + (["hint", "odds"] if name == "mastermind" else [])
        asked = [line for line in QUESTIONS if line.split()[0] not in slow]
        for way, play in drawn_ways(parlor, name, words):
            one, other = [re.sub(PASSED, "", play(asked)).split("\n") for _ in range(2)]
            compared += len(one)
            for first, second in itertools.zip_longest(one, other):
                if first != second:
                    sys.exit(f"twins: {name}, {way}: the replies tell the seed:\n  {first}\n  {second}")
            lines = [line for move in moves for line in (move, "log", "state", "rules", "games")]
            for _ in range(5):
                told = play([*lines, *END])
                # A first guess that is right, as one of 1,296 is, leaves nothing to hide.
                if "seed=?" in told:
                    break
            else:
                sys.exit(f"twins: {name}, {way}: the seed is never hidden:\n{told}")
            seeds = re.findall(r"seed=(\d{6,})", told)
            if not seeds:
                sys.exit(f"twins: {name}, {way}: the end does not show the seed:\n{told}")
            # A reveal may have ended the game earlier; then the log has shown the seed.
            if told.index(seeds[-1]) < told.index("seed=?"):
                sys.exit(f"twins: {name}, {way}: the seed {seeds[-1]} is told before the end:\n{told}")
    return compared


def main():
    parlor = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    chance, compared, pairs = random.Random(28), 0, 0
    for kind in itertools.islice(itertools.cycle([Minesweeper, Mastermind]), 4 * count):
        pair = kind(chance)
        if pair.twin is None:
            continue
        pairs += 1
        # To review guesses takes many seconds in a debug build.
        asked = [line for line in QUESTIONS if line != "review" or pair.name == "minesweeper"]
        questions = pair.asked + pair.extra + chance.choices(asked, k=16)
        games = [pair.game(pair.layout), pair.game(pair.twin)]
        ways = {
            form: (lambda game, form=form: by_lines(parlor, pair.name, game, questions, form))
            for form in ("text", "json", "gtp")
        }
        ways["mcp"] = lambda game: by_tools(parlor, pair.name, game, questions)

        ways["profile"] = lambda game: by_profile(parlor, pair.name, game, questions)
        for way, play in ways.items():
            one, other = [play(game).split("\n") for game in games]
            compared += len(one)
            for first, second in itertools.zip_longest(one, other):
                if first != second:
                    print(f"twins: {way}: the replies tell what is hidden:\n  {first}\n  {second}", file=sys.stderr)
                    print("\n".join([opening(pair.name, games[0]), *games[0]["moves"], *questions]), file=sys.stderr)
                    sys.exit(1)
        if pairs == count:
            break
    drawn = check_drawn(parlor)
    print(f"{pairs} pairs, {compared} lines of replies in 5 ways: no difference")
    print(f"{2 * len(DRAWN)} sessions with drawn seeds, {drawn} lines of replies in 7 ways: no difference")
    sys.exit(0 if pairs == count else 1)


if __name__ == "__main__":
    main()
