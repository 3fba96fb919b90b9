#!/usr/bin/env python3
"""Measures the tests by small changes of the program: mutants.py [N] [--seed S] [--target NAME]… [--folder DIR] [--list FILE]

A mutant is one operator, bound or constant of `Sources` that is changed: `<` to `<=`, `+` to `-`, `&&` to `||`,
`true` to `false`, 5 to 6. The tests catch it if one of them fails, traps or does not end.

All mutants are built at once, since a build for each would take days ("mutant schemata": Untch, Offutt and
Harrold, 1993). In a copy of the tree every changed place asks at run time whether its mutant is in force:
`a < b` becomes `a <⊕⊖⊗ b`, an operator that is `<` or `<=`; `5` becomes `(mutated(17) ? 6 : 5)`. A file holds the
number of the mutant in force, so that programs which tests start have it too. Places that do not compile so are
left out and replaced by others.

First every suite of the tests, and every file of the examples and documents, runs without a mutant: it notes which
places it reaches, in a file that all programs share, and how long it takes. For each mutant only those run that reach
it, first those of its target and the quick ones, as long as they take a minute together without a mutant. The first
failure ends it. What nothing reaches survives at once. A process that takes six times the usual time of the processor
is stopped and has failed; a suite that waits for ever has failed if it ends right after without the mutant, so that a
busy machine catches nothing.

The server's package is built from the same copy, with the same mutants in the targets it uses; its suites run too.

What survives is listed, with `--folder` also in the file `survivors` of that folder; `--list` judges the mutants of such
a file again and no others. `without-effect` beside this file lists mutants that change nothing that anybody can observe,
with the reason; they are not counted, but `--list` judges them too.
"""

import argparse
import concurrent.futures
import filecmp
import itertools
import os
import queue
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WITHOUT_EFFECT = os.path.join(HERE, "without-effect")
# The packages: the name, its folder, the folder of its build.
PACKAGES = [("parlor", ".", ".build-all"), ("parlord", "Sources/parlord", ".build-server")]
# Optimized as by `scripts/test`, with the assertions of a debug build: the suites run several times faster.
BUILD_OPTIONS = ["--explicit-target-dependency-import-check", "error", "-Xswiftc", "-O", "-Xswiftc", "-assert-config",
                 "-Xswiftc", "Debug"]
# What may be changed: the sources of the targets. Without the manifest and the tests of the server.
SOURCES = ["Sources/*.swift", ":!Sources/parlord/Package.swift", ":!Sources/parlord/Tests"]
# Where the programs learn the mutant in force and note the ones they reach.
IN_FORCE_FOLDER = "in-force"
TREE = "tree"
# Programs that measure, and what only links.
LEFT_OUT = {"parlor-bench", "LibC", "parlor-farkle-ten", "parlor-logik"}
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+",
    "&&": "||", "||": "&&", "*": "+", "/": "*", "%": "/", "+=": "-=", "-=": "+=",
}
PRECEDENCE = {
    **dict.fromkeys(["<", "<=", ">", ">=", "==", "!="], "ComparisonPrecedence"),
    **dict.fromkeys(["+", "-"], "AdditionPrecedence"), **dict.fromkeys(["*", "/", "%"], "MultiplicationPrecedence"),
    "&&": "LogicalConjunctionPrecedence", "||": "LogicalDisjunctionPrecedence",
    "+=": "AssignmentPrecedence", "-=": "AssignmentPrecedence",
}
SIGNATURES = {
    **dict.fromkeys(["<", "<=", ">", ">="], "<T: Comparable>(a: T, b: T) -> Bool"),
    **dict.fromkeys(["==", "!="], "<T: Equatable>(a: T, b: T) -> Bool"),
    **dict.fromkeys(["+", "-"], "<T: AdditiveArithmetic>(a: T, b: T) -> T"),
    **dict.fromkeys(["*", "/", "%"], "<T: BinaryInteger>(a: T, b: T) -> T"),
    **dict.fromkeys(["+=", "-="], "<T: AdditiveArithmetic>(a: inout T, b: T)"),
    **dict.fromkeys(["&&", "||"], "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"),
}
TOKEN = re.compile(
    r"(?<= )(<=|>=|==|!=|&&|\|\||\+=|-=|[<>+\-*/%])(?= )|(?<![\w.\"$])(\d+)(?![\w.\"]|\.\d)|\b(true|false)\b")
# Lines whose words are types, patterns, declarations or conditions of the compiler.
SKIPPED = re.compile(
    r"^\s*(//|#|@|import |extension |(\w+ )*(protocol|associatedtype|typealias|infix|prefix|operator|macro)\b|\*)"
    r"|\bwhere\b|\bcase\b.*:|\bfunc [^\w`]|precondition|\bSourceLocation")

# What a module asks: whether a mutant is in force; and it notes that it was asked.
IN_FORCE = """\
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
private let mutantInForce: Int = {
  guard let file = fopen("FOLDER/mutant", "r") else { return 0 }
  defer { fclose(file) }
  var number = 0
  while true { let byte = getc(file); if byte < 48 { return number }; number = number * 10 + Int(byte) - 48 }
}()
nonisolated(unsafe) private let mutantsReached: UnsafeMutablePointer<UInt8>? = {
  let file = open("FOLDER/reached", O_RDWR)
  guard file >= 0 else { return nil }
  defer { close(file) }
  let memory = mmap(nil, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
}()
func mutated(_ number: Int) -> Bool {
  mutantsReached?[number] = 1
  return number == mutantInForce
}
"""
# One more than the highest number of a mutant, which has four digits in an operator.
REACHABLE = 4096


class Mutant:
    def __init__(self, path, line, column, old, new, text):
        self.path, self.line, self.column, self.old, self.new = path, line, column, old, new
        self.number = 0
        # How the files of mutants name it.
        self.row = f"{path} | {old} → {new} | {text.strip()}"

    @property
    def target(self):
        parts = self.path.split("/")
        return parts[2] + "Game" if parts[1] == "Games" else parts[1]

    @property
    def module(self):
        """The folder of its target's sources."""
        parts = self.path.split("/")
        return "/".join(parts[:{"Games": 3, "parlord": 4}.get(parts[1], 2)])

    def sign(self):
        digits, number = "", self.number
        for _ in range(4):
            digits += "⊕⊖⊗⊘⊙⊚⊛⊜"[number % 8]
            number //= 8
        return self.old + digits

    def code(self):
        if self.old in SWAPS:
            return self.sign()
        return f"(mutated({self.number}) ? {self.new} : {self.old})"

    def declaration(self):
        sign, words, right = self.sign(), "return ", "b"
        if self.old in ("&&", "||"):
            words, right = "return try ", "b()"
        elif self.old in ("+=", "-="):
            words = ""
        body = (f"if mutated({self.number}) {{ {words}(a {self.new} {right}) }}"
                f" else {{ {words}(a {self.old} {right}) }}")
        return (f"infix operator {sign}: {PRECEDENCE[self.old]}\n"
                f"func {sign} {SIGNATURES[self.old]} {{ {body} }}\n")

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column + 1}: {self.old} → {self.new}"


def blanked(text):
    """The text with comments and the contents of strings as blanks; places stay as they are."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    pattern = r'"""[\s\S]*?"""|#"[^\n]*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/|#?/[^ /\n][^/\n]*/#?(?=[ ,)\n])'
    return re.sub(pattern, blank, text)


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def candidates(path):
    text = source(path)
    for number, (line, whole) in enumerate(zip(blanked(text).split("\n"), text.split("\n")), 1):
        if SKIPPED.search(line):
            continue
        for match in TOKEN.finditer(line):
            old = match[0]
            if old in SWAPS:
                new = SWAPS[old]
            elif old in ("true", "false"):
                new = "false" if old == "true" else "true"
            else:
                new = str(int(old) + 1)
            yield Mutant(path, number, match.start(), old, new, whole)


def list_files(*patterns):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", *patterns], capture_output=True, check=True).stdout
    return [name for name in listed.decode().split("\0") if name]


def choose(count, seed, targets, dropped):
    """Mutants spread over the files by their length, at most one a line."""
    found = [mutant for path in list_files(*SOURCES) for mutant in candidates(path)]
    found = [m for m in found if m.target not in LEFT_OUT and (not targets or m.target in targets)]
    random.Random(seed).shuffle(found)
    chosen, lines = [], set()
    for mutant in found:
        place = (mutant.path, mutant.line)
        if place in lines or (mutant.path, mutant.line, mutant.column) in dropped:
            continue
        lines.add(place)
        chosen.append(mutant)
        if len(chosen) == count:
            break
    return sorted(chosen, key=lambda m: (m.path, m.line))


def choose_listed(path, dropped):
    """The mutants of a file; a row of it stands for all places of such a line where the change can be made."""
    rows = read_rows(path)
    wanted = {row.split(" | ")[0] for row in rows}
    found = [m for path in list_files(*SOURCES) if path in wanted for m in candidates(path) if is_listed(m, rows)]
    for row in rows:
        if not any(is_listed(m, [row]) for m in found):
            print(f"no line is so any more: {row}", flush=True)
    return [m for m in found if (m.path, m.line, m.column) not in dropped]


def instrument(tree, mutants, folder):
    """Writes the sources with the mutants into the copy of the tree."""
    by_path = {path: [] for path in list_files(*SOURCES)}
    for number, mutant in enumerate(mutants, 1):
        mutant.number = number
        by_path[mutant.path].append(mutant)
    modules = {}
    for path, own in by_path.items():
        lines = source(path).split("\n")
        for mutant in sorted(own, key=lambda m: -m.column):
            line = lines[mutant.line - 1]
            end = mutant.column + len(mutant.old)
            lines[mutant.line - 1] = line[:mutant.column] + mutant.code() + line[end:]
            modules.setdefault(mutant.module, []).append(mutant)
        write(os.path.join(tree, path), "\n".join(lines))
    for module, own in modules.items():
        code = IN_FORCE.replace("FOLDER", folder).replace("SIZE", str(REACHABLE))
        code += "".join(m.declaration() for m in own if m.old in SWAPS)
        write(os.path.join(tree, module, "MutantsInForce.swift"), code)


def write(path, text):
    """Writes a file unless it has this text, so that nothing is built for nothing."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(tree):
    """Builds the tests of the packages; the errors as a list of (path, line)."""
    for _, package, scratch in PACKAGES:
        ended = subprocess.run(
            ["swift", "build", "--build-tests", "--scratch-path", f"{tree}/{scratch}", *BUILD_OPTIONS],
            cwd=f"{tree}/{package}", stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if ended.returncode == 0:
            continue
        output = ended.stdout + ended.stderr
        found = re.findall(re.escape(tree) + r"/(Sources/\S+?\.swift):(\d+):\d+: error: ", output)
        if not found:
            sys.exit("mutants: the build failed:\n" + output[-3000:])
        return [(path, int(line)) for path, line in found]
    return []


class Suite:
    """Tests that run together: a suite of the test targets, or a file of the examples or the documents."""

    def __init__(self, name, target, command):
        self.name, self.target, self.command = name, target, command
        self.seconds, self.cpu_seconds, self.reached = 0, 0, b""


class Worker:
    """Runs suites of the copy, one after the other, with a choice of its own of the mutant in force.

    All programs read the choice from one path. Where there are several workers, each has its own folder mounted there.
    """

    def __init__(self, tree, folder, number):
        self.tree, self.prefix, self.folder = tree, [], os.path.join(folder, IN_FORCE_FOLDER)
        if number > 0:
            shared, self.folder = self.folder, os.path.join(folder, f"worker-{number}")
            mount = f"mount --bind '{self.folder}' '{shared}' && exec \"$@\""
            self.prefix = ["unshare", "--mount", "sh", "-c", mount, "sh"]
        prepare(self.folder)

    def run(self, suite, number, seconds, cpu_seconds):
        """Whether a suite passes with a mutant in force, or with none for 0; None if it did not end in time.

        A process may take so many seconds of the processor; then it is stopped, and the suite fails.
        """
        with open(os.path.join(self.folder, "mutant"), "w", encoding="ascii") as file:
            file.write(f"{number}\n")

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        start = time.monotonic()
        process = subprocess.Popen(
            self.prefix + suite.command, cwd=self.tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=limit,
            # What traps need not say where, which takes seconds. Tests of the server start programs of the other package.
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "PARLOR_PROGRAMS": f"{self.tree}/{PACKAGES[0][2]}/debug"})
        os.set_blocking(process.stdout.fileno(), False)
        failed, is_late, ended = False, False, None
        while ended is None and not failed and not is_late:
            select.select([process.stdout], [], [], 0.2)
            failed = b"recorded an issue" in (process.stdout.read() or b"")
            is_late = time.monotonic() - start > seconds
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            ended = (status, usage) if pid else None
            if ended is None and not failed:
                time.sleep(0.02)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status, usage = ended or os.wait4(process.pid, 0)[1:]
        process.returncode = status
        process.stdout.close()
        if number == 0:
            suite.seconds = time.monotonic() - start
            suite.cpu_seconds = usage.ru_utime + usage.ru_stime
        if ended is None and not failed:
            return None
        return not failed and status == 0

    def survey(self, suite):
        """Runs a suite without a mutant and notes which ones it reaches; False if it fails."""
        path = os.path.join(self.folder, "reached")
        with open(path, "r+b") as file:
            file.write(bytes(REACHABLE))
        passed = self.run(suite, 0, 900, 900)
        with open(path, "rb") as file:
            suite.reached = file.read()
        return passed

    def catches(self, suite, mutant):
        """Whether a suite fails, traps or does not end with a mutant in force."""
        cpu_seconds = int(suite.cpu_seconds * 6 + 10)
        seconds = suite.seconds * 6 + 30
        while True:
            passed = self.run(suite, mutant.number, seconds, cpu_seconds)
            if passed is False:
                # Twice, since a test may fail by chance on a busy machine.
                passed = self.run(suite, mutant.number, seconds, cpu_seconds)
            if passed is not None:
                return not passed
            # Is it the mutant, or is the machine busy?
            without = Suite(suite.name, suite.target, suite.command)
            self.run(without, 0, 900, 900)
            if without.seconds < seconds / 4:
                return True
            seconds = without.seconds * 6


def prepare(folder):
    """Makes the files through which programs learn the mutant in force and tell the ones they reach."""
    os.makedirs(folder, exist_ok=True)
    for name, size in (("mutant", 0), ("reached", REACHABLE)):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(bytes(size))


def list_suites(tree):
    suites = []
    for name, package, scratch in PACKAGES:
        folder = ["--package-path", f"{tree}/{package}", "--scratch-path", f"{tree}/{scratch}"]
        through = ["swift", "test", "--skip-build", "--disable-xctest", *folder, *BUILD_OPTIONS]
        tests = f"{tree}/{scratch}/debug/{name}PackageTests.xctest"
        # On Linux it is a program. Else SwiftPM starts it.
        direct = [tests, "--testing-library", "swift-testing"]
        is_program = os.path.isfile(tests)
        listed = subprocess.run(
            direct + ["--list-tests"] if is_program else through[:2] + ["list"] + through[2:],
            cwd=tree, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout
        for suite in sorted({line.split("/")[0] for line in listed.splitlines() if "/" in line}):
            target = suite.split(".")[0]
            if target != "ArchitectureTests":
                command = (direct if is_program else through) + ["--filter", f"^{re.escape(suite)}/"]
                suites.append(Suite(suite, target.removesuffix("Tests"), command))
    debug = f"{tree}/{PACKAGES[0][2]}/debug"
    for path in list_files("*.md", "examples/*.scenario", "examples/*.golden"):
        path = re.sub(r"golden$", "parlor", path)
        if not path.endswith(".md") or "\n```parlor" in source(path):
            game = re.search(r"examples/(farkle|minesweeper|mastermind|counter)/", path)
            command = [f"{debug}/parlor", "test", "--no-profile", "--allow", "exec,network", path]
            suites.append(Suite(path, game[1].title() + "Game" if game else "", command))
    picture = (f"{debug}/parlor render examples/picture.keys --to svg --animate --title parlor"
               " | cmp - examples/picture.svg")
    suites.append(Suite("examples/picture.svg", "Render", ["sh", "-c", picture]))
    return suites


def read_rows(path):
    """The mutants of a file: PATH | CHANGE | TEXT OF THE LINE, and what else stands behind that, such as a reason."""
    with open(path, encoding="utf-8") as file:
        return [row.strip() for row in file if row.startswith("Sources/")]


def is_listed(mutant, rows):
    return any(f"{row} | ".startswith(f"{mutant.row} | ") for row in rows)


def main():
    parser = argparse.ArgumentParser(description="Changes the program in small ways and counts what the tests catch.")
    parser.add_argument("count", type=int, nargs="?", default=30, metavar="N", help="how many mutants; 30")
    parser.add_argument("--seed", type=int, default=1, help="chooses other mutants")
    parser.add_argument("--target", action="append", default=[], help="only in a target, such as FarkleGame")
    parser.add_argument("--seconds", type=float, default=60, help="how long the suites for a mutant may take; 60")
    parser.add_argument("--workers", type=int, default=1, help="how many tests run at once; more than 1 on Linux as root")
    parser.add_argument("--folder", help="keeps the copy and its build, for the next run, and the survivors")
    parser.add_argument("--list", metavar="FILE", help="the mutants of a file, such as `survivors`, instead of N chosen ones")
    given = parser.parse_args()
    if given.count >= REACHABLE:
        parser.error(f"at most {REACHABLE - 1} mutants")
    folder = os.path.realpath(given.folder or tempfile.mkdtemp())
    try:
        sys.exit(0 if measure(given, folder) else 1)
    finally:
        if not given.folder:
            shutil.rmtree(folder, ignore_errors=True)


def copy_files(tree):
    """Copies all but the sources, which `instrument` writes."""
    for name in sorted(set(list_files(".")) - set(list_files(*SOURCES))):
        original, path = os.path.join(ROOT, name), os.path.join(tree, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or not filecmp.cmp(original, path, shallow=False):
            shutil.copy2(original, path, follow_symlinks=False)


def build_mutants(given, folder, tree):
    """Builds the copy with the mutants that were asked for; the mutants."""
    # Places that did not compile in an earlier run are known.
    kept = os.path.join(folder, "left-out")
    dropped = set()
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            dropped = {(path, int(line), int(column)) for path, line, column in map(str.split, file)}
    for _ in range(30):
        if given.list:
            mutants = choose_listed(given.list, dropped)
        else:
            mutants = choose(given.count, given.seed, given.target, dropped)
        instrument(tree, mutants, os.path.join(folder, IN_FORCE_FOLDER))
        errors = build(tree)
        if not errors:
            return mutants
        before = len(dropped)
        for path, line in errors:
            own = [m for m in mutants if m.path == path]
            near = [m for m in own if abs(m.line - line) <= 1] or [m for m in own if abs(m.line - line) <= 5] or own
            dropped |= {(m.path, m.line, m.column) for m in near}
        print(f"{len(dropped)} places do not compile with a choice and are left out", flush=True)
        with open(kept, "w", encoding="utf-8") as file:
            file.writelines(f"{path} {line} {column}\n" for path, line, column in sorted(dropped))
        if len(dropped) == before:
            sys.exit(f"mutants: cannot build: {errors[:3]}")
    sys.exit("mutants: too many places do not compile")


def measure(given, folder):
    """Whether the tests catch at least 95 % of the mutants."""
    tree = os.path.join(folder, TREE)
    copy_files(tree)
    mutants = build_mutants(given, folder, tree)
    prepare(os.path.join(folder, IN_FORCE_FOLDER))
    workers = queue.SimpleQueue()
    for number in range(given.workers):
        workers.put(Worker(tree, folder, number + 1 if given.workers > 1 else 0))

    def with_worker(act):
        worker = workers.get()
        try:
            return act(worker)
        finally:
            workers.put(worker)

    suites = list_suites(tree)
    print(f"{len(mutants)} mutants; {len(suites)} suites run without one", flush=True)
    with concurrent.futures.ThreadPoolExecutor(given.workers) as pool:
        passed = pool.map(lambda suite: with_worker(lambda worker: worker.survey(suite)), suites)
        for index, (suite, passes) in enumerate(zip(list(suites), passed), 1):
            if index % 50 == 0:
                print(f"{index} suites have ended", flush=True)
            if not passes:
                print(f"without a mutant, {suite.name} fails and is left out", flush=True)
                suites.remove(suite)
    print(f"they took {sum(suite.seconds for suite in suites):.0f} s", flush=True)

    def catcher(mutant):
        """The first suite that catches a mutant, or None. Suites of its target come first, then quick ones."""
        def cost(suite):
            return suite.seconds * (1 if suite.target.lower() == mutant.target.lower() else 4)
        reaching = sorted((suite for suite in suites if suite.reached[mutant.number]), key=cost)
        totals = itertools.accumulate(suite.seconds for suite in reaching)
        tried = [suite for suite, total in zip(reaching, totals) if suite is reaching[0] or total <= given.seconds]
        found = with_worker(lambda worker: next((s for s in tried if worker.catches(s, mutant)), None))
        return found, f"{len(tried)} of {len(reaching)}"

    known = [] if given.list else read_rows(WITHOUT_EFFECT)
    excused = [mutant for mutant in mutants if is_listed(mutant, known)]
    judged, survivors = [mutant for mutant in mutants if mutant not in excused], []
    with concurrent.futures.ThreadPoolExecutor(given.workers) as pool:
        for index, (mutant, (suite, tried)) in enumerate(zip(judged, pool.map(catcher, judged)), 1):
            found = f"caught by {suite.name}" if suite else f"SURVIVED {tried} suites that reach it"
            print(f"{index}/{len(judged)} #{mutant.number} {found}: {mutant}", flush=True)
            if not suite:
                survivors.append(mutant)
                print(f"    {mutant.row}", flush=True)
    for target in sorted({mutant.target for mutant in mutants}):
        count, lost, left = (sum(m.target == target for m in group) for group in (judged, survivors, excused))
        print(f"{target}: {count - lost} of {count}" + (f", {left} without effect" if left else ""))
    caught = len(judged) - len(survivors)
    print(f"{caught} of {len(judged)} mutants were caught, {len(excused)} are known to have no effect")
    write(os.path.join(folder, "survivors"), "".join(f"{mutant.row}\n" for mutant in survivors))
    for mutant in survivors:
        print(f"survived: {mutant}")
    return not judged or caught / len(judged) >= 0.95


if __name__ == "__main__":
    main()
