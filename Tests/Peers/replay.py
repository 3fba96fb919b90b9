#!/usr/bin/env python3
"""Plays recorded games again: replay.py PARLOR [--every N] [--record]

The file `replay.digests` beside this one holds digests of games that the release 0.2.0 played. The games are not
kept: `game(number)` makes the lines of a game from its number. Every later program must play the same game from
these lines and the seed, and must load the game that it saved. What is compared is the canonical line and
the digest of the state after every move.

The generator of numbers is SplitMix64, written out here, so that the lines depend on no version of Python. The
lines are chosen without knowing the state of the game: some are refused, which must stay so as well.

The games were recorded on a machine with English texts and UTC. They are played in another locale, in another time
zone, and, as far as the machine allows it, under another host name and on another day.

Two sections: `built-in` (100,000 games), and `plugins` (2,000 games of the plugins under examples/plugins).
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DIGESTS = os.path.join(HERE, "replay.digests")
ROOT = os.path.dirname(os.path.dirname(HERE))
GROUP = 10  # games that share a digest
BATCH = 500  # games that one process plays
MASK = (1 << 64) - 1


class Numbers:
    """SplitMix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D & MASK

    def next(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, count):
        return self.next() % count

    def within(self, least, most):
        return least + self.below(most - least + 1)

    def chance(self, percent):
        return self.below(100) < percent

    def pick(self, *values):
        return values[self.below(len(values))]


NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", '"Hal B"']


def options(numbers, choices, percent):
    """Some of the options, each with one of its values."""
    return "".join(
        f" {name}={numbers.pick(*values)}" for name, values in choices if numbers.chance(percent))


def farkle(numbers, seed):
    players = numbers.within(1, 8) if numbers.chance(30) else numbers.within(1, 3)
    choices = [
        ("rules", ["standard", "farkle-ten", "patch", "flat", "minimal"]),
        ("target", [500, 1000, 2000, 5000]), ("kinds", ["double", "linear", "flat", "none"]),
        ("triple-ones", [300, 1000]), ("multiplier", [50, 100, 200]), ("straight", ["off", 1000]),
        ("pairs", ["off", 750]), ("four-two", ["off", 1500]), ("triplets", ["off", 2500]),
        ("singles", ["on", "off"]), ("opening", [0, 300, 500]), ("minimum", [0, 200]),
        ("hot-dice", ["may-bank", "must-roll"]), ("three-farkles", [0, 500, 1000]),
        ("final-round", ["on", "off"]), ("defend", ["on", "off"]),
        ("tie", ["first", "overtime", "shared"]), ("rounds", [0, 1, 3]),
    ]
    # A game at a real table is entered by totals or by dice.
    entry = numbers.pick("virtual", "virtual", "virtual", "dice", "points")
    lines = [f"new farkle {' '.join(NAMES[:players])}{options(numbers, choices, 22)} seed={seed}"
             + ("" if entry == "virtual" else " dice=physical")]
    for _ in range(numbers.within(5, 60)):
        if entry == "points":
            lines.append(f"points {numbers.pick(0, 0, 50, 100, 150, 200, 300, 350, 500, 1000, 1500)}")
            continue
        if entry == "virtual":
            lines.append("roll")
        else:
            lines.append("roll " + " ".join(str(numbers.within(1, 6)) for _ in range(6)))
        lines.append(numbers.pick("hold best", "hold best", "hold best", "hold all", "hold 1", "hold 5", "hold 1 5"))
        if numbers.chance(45):
            lines.append("bank")
    return lines


def minesweeper(numbers, seed):
    kind = numbers.below(10)
    if kind < 5:
        mode, rows, columns = "easy", 9, 9
    elif kind < 7:
        mode, rows, columns = "medium", 16, 16
    elif kind == 7:
        mode, rows, columns = "hard", 16, 30
    else:
        rows, columns = numbers.within(8, 24), numbers.within(8, 30)
        mode = f"custom rows={rows} cols={columns}"
    chosen = options(numbers, [("first", ["cell", "open"])], 40)
    if mode == "easy" and numbers.chance(5):
        chosen += " guess=no"
    lines = [f"new minesweeper {mode}{chosen} seed={seed}"]
    for _ in range(numbers.within(2, 25)):
        verb = numbers.pick("reveal", "reveal", "reveal", "flag", "mark", "chord")
        lines.append(f"{verb} {numbers.within(1, rows)} {numbers.within(1, columns)}")
        if numbers.chance(10):
            lines.append(f"clock +{numbers.within(1, 90)}s")
    return lines


def mastermind(numbers, seed):
    slots, colors = numbers.within(1, 6), numbers.within(2, 9)
    repeats = numbers.pick("on", "on", "off") if colors >= slots else "on"
    limit = numbers.pick("", "", f" guesses={numbers.within(1, 12)}")
    lines = [f"new mastermind slots={slots} colors={colors} repeats={repeats}{limit} seed={seed}"]
    for _ in range(numbers.within(1, 12)):
        lines.append("guess " + " ".join(str(numbers.within(1, colors)) for _ in range(slots)))
        if numbers.chance(10):
            lines.append(f"clock +{numbers.within(1, 90)}s")
    if numbers.chance(30):
        lines.append("resign")
    return lines


def counter(numbers, seed):
    players = numbers.within(1, 6)
    lines = [f"new counter {' '.join(NAMES[:players])} seed={seed}"]
    for _ in range(numbers.within(3, 40)):
        someone = NAMES[numbers.below(8)]
        lines.append(numbers.pick(
            f"add {numbers.within(-50, 200)}", f"add {numbers.within(-50, 200)}", "+10", "-5", "next", "prev",
            f"turn {someone}", "roll", f"roll {numbers.within(1, 6)}", "pause", "resume",
            f"add {numbers.within(1, 99)} {someone}", f"clock +{numbers.within(1, 400)}s",
            f"player add {someone}", f"player move {someone} 1", f"player remove {someone}"))
    if numbers.chance(30):
        lines.append("finish")
    return lines


def liars_dice(numbers, seed):
    players = numbers.within(2, 5)
    lines = [f"new liars-dice {' '.join(NAMES[:players])} dice={numbers.within(1, 5)} seed={seed}"]
    for _ in range(numbers.within(2, 12)):
        lines.append("roll")
        for _ in range(numbers.within(1, 5)):
            lines.append(f"bid {numbers.within(1, 9)} {numbers.within(1, 6)}")
        lines.append("liar")
    return lines


def pig(numbers, seed):
    lines = [f"new pig {' '.join(NAMES[:numbers.within(2, 4)])} seed={seed}"]
    for _ in range(numbers.within(10, 60)):
        lines.append(numbers.pick("roll", "roll", "roll", "hold"))
    return lines


def sticks(numbers, seed):
    lines = [f"new sticks Ann Bob seed={seed}"]
    return lines + [f"take {numbers.within(1, 4)}" for _ in range(numbers.within(3, 20))]


def four(numbers, seed):
    lines = [f"new four Ann Bob seed={seed}"]
    return lines + [f"drop {numbers.within(1, 7)}" for _ in range(numbers.within(5, 45))]


KINDS = {
    "built-in": [
        farkle, farkle, farkle, farkle, minesweeper, minesweeper, mastermind, mastermind, counter, counter],
    "plugins": [liars_dice, pig, sticks, four],
}
COUNTS = {"built-in": 100_000, "plugins": 2_000}
# Verbs after which the rest of the game is played otherwise, chosen as often as the numbers say.
CORRECTIONS = ["undo", "undo 2", "redo", "goto 3", "undo", "redo 2"]


def game(section, number):
    """The lines of a game. Corrections come between its moves; an amendment is the last thing that happens to a
    game, since `undo` after one is tested elsewhere."""
    numbers = Numbers(number * 2 + (section == "plugins"))
    kinds = KINDS[section]
    moves = kinds[number % len(kinds)](numbers, numbers.below(1 << 53))
    lines = [f"set undo {numbers.pick('same', 'same', 'fresh')}", moves[0]]
    corrects = numbers.chance(35)
    for line in moves[1:]:
        lines.append(line)
        if corrects and numbers.chance(12):
            lines.append(numbers.pick(*CORRECTIONS))
    if numbers.chance(15):
        # A number of a move that often exists, and a move that often fits there.
        lines.append(f"amend {numbers.within(1, 6)} {moves[numbers.within(1, len(moves) - 1)]}")
    return lines


# A saved line: what was played, and the digest of the state. Comments after the digest may come and go.
SAVED = re.compile(r"^(.*\S)\s+# =([0-9A-F]{8})")


def saved(folder, name):
    """What a saved game says: its lines and digests."""
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return ["not saved"]
    found = [SAVED.match(line) or (line if not line.startswith("#") else None) for line in text.splitlines()]
    return [f"{line[1]} ={line[2]}" if isinstance(line, re.Match) else line for line in found if line]


def elsewhere():
    """What starts a program in another place and time: words before its path."""
    words = ["env", "LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "TZ=Pacific/Apia"]
    if subprocess.run(["unshare", "--uts", "hostname", "elsewhere"], capture_output=True, check=False).returncode == 0:
        words = ["unshare", "--uts", "sh", "-c", 'hostname elsewhere && exec "$@"', "sh", *words]
    if shutil.which("faketime"):
        words += ["faketime", "2031-02-28 23:59:50"]
    return words


def run(parlor, folder, lines):
    script = os.path.join(folder, "script")
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    command = [*parlor, "--no-profile", "--keep-going", "--clock", "virtual", "script"]
    ended = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    if ended.returncode not in (0, 1):
        sys.exit(f"replay: exit code {ended.returncode}: {ended.stderr[-500:].decode(errors='replace')}")


def play(parlor, section, numbers, plugins):
    """For each game what was saved, and whether loading and saving that gives the same."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        added = [f'plugin add "{plugins}/parlor-{name}"' for name in ("liars-dice", "pig", "sticks", "four")]
        first = added if section == "plugins" else []
        lines = list(first)
        for number in numbers:
            lines += game(section, number) + [f"save {number}.parlor"]
        run(parlor, folder, lines)
        lines = list(first)
        for number in numbers:
            lines += [f"load {number}.parlor", f"save {number}.again"]
        run(parlor, folder, lines)
        for number in numbers:
            text, again = saved(folder, f"{number}.parlor"), saved(folder, f"{number}.again")
            yield number, text, again == text


def build_plugins():
    """A folder with the plugins of the examples, or nothing without a compiler of C."""
    if not shutil.which("cc"):
        print("without cc, the games of plugins are left out")
        return None
    folder = tempfile.TemporaryDirectory()
    source = os.path.join(ROOT, "examples", "plugins")
    for name in ("parlor-liars-dice", "parlor-pig", "parlor-sticks", "parlor_plugin.py"):
        shutil.copy(os.path.join(source, name), folder.name)
    four = [os.path.join(folder.name, "parlor-four"), os.path.join(source, "parlor-four.c")]
    subprocess.run(["cc", "-O1", "-o", *four], check=True)
    return folder


def recorded():
    """The digests that are kept: for each section the list of them, a digest a group."""
    digests, section = {}, None
    with open(DIGESTS, encoding="ascii") as file:
        for line in file:
            if line.startswith("["):
                section = digests.setdefault(line.strip("[]\n"), [])
            elif not line.startswith("#"):
                section += line.split()
    return digests


def record(digests):
    with open(DIGESTS, "w", encoding="ascii") as file:
        file.write("# Digests of recorded games, ten games each; replay.py explains them. They never change.\n")
        for section, values in digests.items():
            file.write(f"[{section}]\n")
            for start in range(0, len(values), 16):
                file.write(" ".join(values[start:start + 16]) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Plays recorded games again and compares their digests.")
    parser.add_argument("parlor", help="the program")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth group of ten games")
    parser.add_argument("--record", action="store_true", help="write the digests, with a released program")
    given = parser.parse_args()
    parlor = os.path.abspath(given.parlor)
    parlor = [parlor] if given.record else [*elsewhere(), parlor]
    kept = {} if given.record else recorded()
    failures, played, made = 0, 0, {}
    for section in KINDS:
        plugins = section == "plugins" and build_plugins()
        if section == "plugins" and not plugins:
            continue
        groups = list(range(0, COUNTS[section] // GROUP, given.every))
        values = []
        for start in range(0, len(groups), BATCH // GROUP):
            batch = groups[start:start + BATCH // GROUP]
            numbers = [group * GROUP + place for group in batch for place in range(GROUP)]
            texts = {}
            for number, text, is_same in play(parlor, section, numbers, plugins and plugins.name):
                texts[number] = text
                played += 1
                if not is_same:
                    failures += 1
                    print(f"game {number} of {section} differs once it was saved and loaded")
            for group in batch:
                whole = "\n\n".join("\n".join(texts[group * GROUP + place]) for place in range(GROUP))
                value = hashlib.sha256(whole.encode()).hexdigest()[:8]
                values.append(value)
                if not given.record and value != kept[section][group]:
                    failures += 1
                    print(f"games {group * GROUP} to {group * GROUP + GROUP - 1} of {section} differ from those recorded")
            if failures > 20:
                sys.exit("replay: stopped after 20 differences")
        made[section] = values
    if given.record:
        record(made)
    print(f"{played} games played from their seeds and from their logs, {failures} differences")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
