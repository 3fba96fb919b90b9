#!/usr/bin/env python3
"""Recordings of other Minesweeper programs, and the measures of boards.

    python3 Tests/Peers/recordings.py PARLOR [GAMES]

Random games are written as `.avf`, `.rmv` and `.evf` of versions 0 to 4, from the layouts of these formats alone. A
model that knows what each gesture of the mouse means plays them. `parlor` loads each file and saves it; moves and times
must be those of the model. At the end of each game 3BV, openings, islands and ZiNi must be those that the definitions
give. A file that is cut anywhere is refused or gives a beginning, and never ends the program.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import ms_toollib
except ImportError:
    ms_toollib = None

# A game that ms_toollib 1.5.20 wrote as .evf of version 4: three clicks on a board of 8 x 8.
FOREIGN = bytes.fromhex(
    "0470000808000a1000000010000000005858000661393ae1c055000661393ae1c058736f6600706c610072616300756e6900"
    "00000080010226800023000002000008007803000000000004000000ff900500000000000200007000700300000000000000"
    "00"
)


class Board:
    """A board with its mines, as the rules define what it shows."""

    def __init__(self, rows, columns, mines):
        self.rows, self.columns, self.mines = rows, columns, mines
        self.cells = [(r, c) for r in range(rows) for c in range(columns)]

    def around(self, cell):
        r, c = cell
        return [
            (i, j)
            for i in range(max(0, r - 1), min(self.rows, r + 2))
            for j in range(max(0, c - 1), min(self.columns, c + 2))
            if (i, j) != cell
        ]

    def number(self, cell):
        return sum(other in self.mines for other in self.around(cell))

    def text(self):
        return "/".join(
            "".join("*" if (r, c) in self.mines else "." for c in range(self.columns)) for r in range(self.rows)
        )

    def regions(self, cells):
        """Groups of cells that touch by a side or a corner."""
        left, groups = set(cells), []
        while left:
            group, waiting = set(), [min(left)]
            left.discard(waiting[0])
            while waiting:
                cell = waiting.pop()
                group.add(cell)
                near = left.intersection(self.around(cell))
                left -= near
                waiting += near
            groups.append(group)
        return groups

    def measures(self):
        """3BV, openings, islands and ZiNi."""
        safe = [cell for cell in self.cells if cell not in self.mines]
        zeros = {cell for cell in safe if self.number(cell) == 0}
        openings = self.regions(zeros)
        edged = zeros.union(*[self.around(cell) for cell in zeros]) if zeros else set()
        lone = {cell for cell in safe if cell not in edged}
        clicks = self.zini(safe, openings, lone)
        return len(openings) + len(lone), len(openings), len(self.regions(lone)), clicks

    def zini(self, safe, openings, lone):
        whole = [group.union(*[self.around(cell) for cell in group]) for group in openings]
        owner = {cell: index for index, group in enumerate(openings) for cell in group}
        hidden, flags, clicks = set(safe), set(), 0
        order = sorted(safe, key=lambda cell: (cell[1], cell[0]))

        def show(cell):
            hidden.difference_update(whole[owner[cell]] if cell in owner else {cell})

        while hidden:
            best, most = None, -1
            for cell in order:
                near = [other for other in [cell, *self.around(cell)] if other in hidden]
                gain = len({owner[other] for other in near if other in owner}) + sum(other in lone for other in near)
                gain -= sum(other in self.mines and other not in flags for other in self.around(cell))
                gain -= (cell in hidden) + 1
                if gain > most:
                    best, most = cell, gain
            if best is None:
                clicks += 1
                show(next(cell for cell in order if cell in hidden and (cell in owner or cell in lone)))
                continue
            clicks += best in hidden
            show(best)
            for mine in self.mines.intersection(self.around(best)) - flags:
                flags.add(mine)
                clicks += 1
            clicks += 1
            for cell in self.around(best):
                if cell not in self.mines:
                    show(cell)
        return clicks


def ms_toollib_measures(board):
    numbers = [
        [-1 if (r, c) in board.mines else board.number((r, c)) for c in range(board.columns)] for r in range(board.rows)
    ]
    return (
        ms_toollib.cal_bbbv(numbers), ms_toollib.cal_op(numbers), ms_toollib.Board(numbers).isl,
        ms_toollib.cal_zini(numbers),
    )


class Game:
    """A game that is played by gestures, each of which has one meaning."""

    def __init__(self, board, random_):
        self.board, self.random = board, random_
        self.shown, self.flags, self.over = set(), set(), False
        self.lines, self.events, self.time = [], [], 0
        self.started = False

    def event(self, kind, cell, spread=True):
        r, c = cell
        inside = 0 <= r < self.board.rows and 0 <= c < self.board.columns
        within = self.random.randrange(16) if spread and inside else 0
        self.events.append((self.time, kind, c * 16 + within, r * 16 + within))

    def wait(self):
        self.time += self.random.choice([0, 10, 10, 120, 250, 1000, 70000 if self.random.random() < 0.02 else 30])

    def note(self, verb, cell):
        line = f"{verb} {cell[0] + 1} {cell[1] + 1}"
        if verb == "reveal" and not self.started:
            self.started = True
            line += f" layout={self.board.text()}"
        self.lines.append((self.time, line))

    def open(self, cells):
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            if cell in self.shown or cell in self.flags:
                continue
            if cell in self.board.mines:
                self.over = True
                continue
            self.shown.add(cell)
            if self.board.number(cell) == 0:
                waiting += self.board.around(cell)
        if len(self.shown) == self.board.rows * self.board.columns - len(self.board.mines):
            self.over = True

    def reveal(self, cell):
        if not self.over and cell not in self.shown and cell not in self.flags:
            self.note("reveal", cell)
            self.open([cell])

    def flag(self, cell):
        if not self.over and cell not in self.shown:
            self.note("flag", cell)
            self.flags ^= {cell}

    def chord(self, cell):
        near = set(self.board.around(cell))
        if self.over or cell not in self.shown or len(near & self.flags) != self.board.number(cell):
            return
        hidden = near - self.flags - self.shown
        if hidden:
            self.note("chord", cell)
            self.open(hidden)

    def outside(self):
        return self.board.rows, self.board.columns

    def gesture(self, cell):
        """One of the things that hands do, at a cell."""
        kind = self.random.choice(["click"] * 4 + ["flag"] * 3 + ["left", "right", "middle"] * 2 + ["away", "slip"])
        if self.started:
            self.wait()
        else:
            kind = "click"
        if kind == "click":
            self.event("lc", self.random.choice(self.board.cells) if self.started else cell)
            self.event("mv", cell)
            self.wait()
            self.event("lr", cell)
            self.reveal(cell)
        elif kind == "flag":
            self.event("rc", cell)
            self.flag(cell)
            self.wait()
            self.event("rr", cell)
        elif kind == "left":
            self.event("lc", cell)
            self.event("rc", cell)
            self.wait()
            self.event("lr", cell)
            self.chord(cell)
            self.event("rr", cell)
        elif kind == "right":
            self.event("lc", cell)
            self.event("rc", cell)
            self.wait()
            self.event("rr", cell)
            self.chord(cell)
            self.wait()
            # The left button is still down: its release means nothing.
            self.event("lr", self.random.choice(self.board.cells))
        elif kind == "middle":
            self.event("mc", cell)
            self.wait()
            self.event("mr", cell)
            self.chord(cell)
        elif kind == "away":
            self.event("lc", cell)
            self.wait()
            self.event("lr", self.outside())
        else:
            # A flag first, then the left button, too: a chord.
            self.event("rc", cell)
            self.flag(cell)
            self.event("lc", cell)
            self.wait()
            self.event("lr", cell)
            self.chord(cell)
            self.event("rr", cell)

    def play(self):
        first = next(cell for cell in self.board.cells if cell not in self.board.mines)
        self.gesture(self.random.choice([cell for cell in self.board.cells if cell not in self.board.mines] or [first]))
        for _ in range(self.random.randrange(5, 400)):
            if self.over:
                break
            cell = self.random.choice(self.board.cells)
            # Mostly what a person would do, so that games go on.
            if cell in self.board.mines and cell not in self.flags and self.random.random() < 0.8:
                self.wait()
                self.event("rc", cell)
                self.flag(cell)
                self.event("rr", cell)
                continue
            if cell in self.board.mines and self.random.random() < 0.9:
                continue
            self.gesture(cell)
        return self


CODES = {name: code for code, name in enumerate(["mv", "lc", "lr", "rc", "rr", "mc", "mr"], 1)}


def big(number, count):
    return number.to_bytes(count, "big")


def evf(game, version):
    board = game.board
    bits = "".join("1" if cell in board.mines else "0" for cell in board.cells)
    bits += "0" * (-len(bits) % 8)
    packed = bytes(int(bits[place : place + 8], 2) for place in range(0, len(bits), 8))
    head = bytes([version, 0]) + (b"\0" if version >= 3 else b"")
    head += bytes([board.rows, board.columns]) + big(len(board.mines), 2) + bytes([16]) + big(0, 2) + big(1, 2)
    if version == 4:
        head += big(min(game.time, 2**32 - 1), 4) + b"XX" + big(1, 8) + big(2, 8)
        head += b"Meta\0" + b"Ann\0" + b"\0" + b"\xc3\xa9\0" + big(3, 2) + b"\x01\x00\x02" + packed
        head += big(1, 2) + b"stat\0"
        time = x = y = 0
        for place, (at, kind, right, down) in enumerate(game.events):
            rest = at - time
            while rest > 255:
                step = min(rest - 255 if rest > 255 else rest, 65535)
                head += b"\xff" + big(step, 2)
                rest -= step
            head += bytes([CODES[kind], rest])
            head += big(right, 2) + big(down, 2) if place == 0 else big((right - x) % 65536, 2) + big((down - y) % 65536, 2)
            time, x, y = at, right, down
        return head + bytes([82, 0]) + b"\0" + big(0, 2)
    head += big(min(game.time, 2**24 - 1), 3)
    head += b"".join(text + b"\0" for text in [b"Meta", b"Ann", b"", b"u", b"1", b"2", b"XX"])
    if version >= 2:
        head += b"id\0"
    head += packed
    for at, kind, x, y in game.events:
        head += bytes([CODES[kind]]) + big(at, 3) + big(x, 2) + big(y, 2)
    return head + b"\xff"


def avf(game):
    board = game.board
    level = {(8, 8, 10): 3, (16, 16, 40): 4, (16, 30, 99): 5}.get((board.rows, board.columns, len(board.mines)), 6)
    head = bytes([6, 0, 1, 2, 3, level])
    if level == 6:
        head += bytes([board.columns - 1, board.rows - 1]) + big(len(board.mines), 2)
    head += b"".join(bytes([r + 1, c + 1]) for r, c in sorted(board.mines))
    head += b"\x11[1|01.01.2020.10:00:00:0000|02:10:00:0000|B12T3.45]\x0d\x00\x07"
    codes = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}
    for at, kind, x, y in game.events:
        seconds, hundredths = at // 1000 + 1, at % 1000 // 10
        head += bytes([codes[kind], x >> 8, seconds & 255, x & 255, hundredths, y >> 8, seconds >> 8, y & 255])
    return head + bytes(8) + b"cs=1 Skin: x\rAnn\r"


def rmv(game):
    board = game.board
    result, version = b"r" * 40, b"Vienna 3.1"
    head = b"*rmv" + big(1, 2) + big(0, 4) + big(len(result), 2) + big(len(version), 2) + big(0, 4)
    head += big(0, 2) + big(4, 2) + bytes(7)
    head += result[3:] + version + big(0, 2) + big(2, 2) + b"\x03Ann\x02nn" + bytes(4)
    head += bytes([board.columns, board.rows]) + big(len(board.mines), 2)
    head += b"".join(bytes([c, r]) for r, c in sorted(board.mines)) + bytes([0, 0, 0, 2])
    for place, (at, kind, x, y) in enumerate(game.events):
        if place == 0:
            head += b"\x0b\0\0" + b"\0" + bytes(4)
            continue  # the first press is not written
        head += bytes([CODES[kind]]) + big(at, 3) + b"\0" + big(x + 12, 2) + big(y + 56, 2)
    return head + b"\x0f"


def milliseconds(text):
    units = {"h": 3600000, "m": 60000, "s": 1000, "ms": 1}
    return sum(round(float(number) * units[unit]) for number, unit in re.findall(r"([\d.]+)(ms|h|m|s)", text))


def saved_moves(path):
    """The moves of a saved game with their times, and the line that opens it."""
    moves, time, opening = [], 0, None
    for line in open(path, encoding="utf-8"):
        if line.startswith("#"):
            continue
        line = line.split(" # =")[0].strip()
        if opening is None:
            opening = line
        elif line.startswith("clock "):
            time += milliseconds(line[6:])
        else:
            moves.append((time, line))
    return opening, moves


def run(parlor, lines):
    outcome = subprocess.run(
        [parlor, "--no-profile", "--keep-going", "--format", "json"],
        input="\n".join(lines).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=600,
    )
    assert outcome.returncode >= 0, f"the program ended by signal {-outcome.returncode}"
    return outcome.stdout.decode()


def random_game(random_, name):
    sizes = [(8, 8, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99), (12, 20, 30), (5, 7, 4), (8, 8, 60)]
    # Minesweeper Arbiter has boards of 30 columns at most.
    rows, columns, count = random_.choice(sizes if name == "avf" else [*sizes, (30, 40, 200)])
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return Game(Board(rows, columns, set(random_.sample(cells, count))), random_).play()


def main():
    parlor = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 70
    random_ = random.Random(31)
    problems, moves, formats = [], 0, {}
    with tempfile.TemporaryDirectory() as folder:
        files, lines = [], []
        for number in range(count):
            writers = {"avf": avf, "rmv": rmv}
            name = ["avf", "rmv", "evf0", "evf1", "evf2", "evf3", "evf4"][number % 7]
            game = random_game(random_, name)
            data = writers[name](game) if name in writers else evf(game, int(name[3]))
            path = os.path.join(folder, f"{number}.{name[:3]}")
            with open(path, "wb") as file:
                file.write(data)
            files.append((path, name, game))
            lines += [f"load {path}", f"save {path}.parlor", "resign", "difficulty", "close"]
        replies = run(parlor, lines)
        measured = re.findall(r'"type":"difficulty","bbbv":(\d+),"openings":(\d+),"islands":(\d+),"zini":(\d+)', replies)
        if len(measured) != len(files):
            problems.append(f"{len(measured)} boards were measured of {len(files)}: {replies[:500]}")
        for (path, name, game), found in zip(files, measured):
            if not os.path.exists(path + ".parlor"):
                reply = run(parlor, [f"load {path}"])
                problems.append(f"{name} of {game.board.rows}×{game.board.columns} is not read: {reply}")
                continue
            opening, got = saved_moves(path + ".parlor")
            wanted = game.lines
            if "layout=" in opening:
                wanted = [(time, line.split(" layout=")[0]) for time, line in wanted]
            if got != wanted:
                problems.append(f"{name}: {opening[:60]}: {got[:3]}… is not {wanted[:3]}… ({len(got)}, {len(wanted)})")
            if ms_toollib and ms_toollib_measures(game.board) != game.board.measures():
                problems.append(f"ms_toollib measures {ms_toollib_measures(game.board)}: {game.board.text()}")
            if tuple(map(int, found)) != game.board.measures():
                problems.append(f"{name}: measures {found} are not {game.board.measures()}")
            formats[name] = formats.get(name, 0) + 1
            moves += len(wanted)
        path = os.path.join(folder, "foreign.evf")
        with open(path, "wb") as file:
            file.write(FOREIGN)
        run(parlor, [f"load {path}", f"save {path}.parlor"])
        _, got = saved_moves(path + ".parlor")
        layout = "......../*......./.......*/......*./..*..**./*......./......../..*...**"
        if [line for _, line in got] != [f"reveal 8 1 layout={layout}", "flag 1 1", "reveal 8 8"]:
            problems.append(f"the game of ms_toollib is {got}")
        lines = []
        for path, name, _ in files[:7]:
            data = open(path, "rb").read()
            for place in random_.sample(range(len(data)), min(60, len(data))):
                cut = f"{path}.{place}.{name[:3]}"
                changed = bytearray(data)
                changed[place] ^= 1 << random_.randrange(8)
                with open(cut, "wb") as file:
                    file.write(data[:place] if place % 2 else changed)
                lines += [f"load {cut}", "close"]
        run(parlor, [*lines, "echo here"])
    if problems:
        sys.exit("recordings.py: " + "\n".join(problems[:10]))
    print(
        f"{len(files)} recordings ({', '.join(f'{name} {number}' for name, number in sorted(formats.items()))}),"
        f" {moves} moves with their times, {len(lines) // 2} damaged files; measures of {len(files)} boards"
        + (", those of ms_toollib" if ms_toollib else "")
    )


if __name__ == "__main__":
    main()
