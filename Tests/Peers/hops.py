#!/usr/bin/env python3
"""Counts the functions of our own that a line passes: hops.py PARLOR [--list]

Runs a debug build under callgrind twice, with and without `hold 1 1 5` at the end of a script. A hop is a function of
`Sources` that is called more often with the line than without it; what the compiler adds (thunks, accessors of
metadata, copies) does not count. ARCHITECTURE.md says how many functions in how many files that may be, and
the script fails if there are more.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BEFORE = "new farkle Ann Bob\nroll 1 1 5 2 3 6\n"
LINE = "hold 1 1 5\n"
CLAIM = re.compile(r"`hold 1 1 5` in a script passes at most (\d+) functions in (\d+) files")
# What stands in demangled names of code that no source has.
COMPILED = re.compile(
    r"\b(thunk|witness|outlined|metadata|partial apply|default argument|specializ|lazy|destroy|unsafe(Mutable)?Addressor"
    r"|key path|assign|merged|variable initialization|one-time init|coroutine|getter for|reabstraction|conformance)\b|\.modify$|\.read$")


def calls(program, script, folder):
    """How often each function is called while the program runs a script."""
    out = os.path.join(folder, "callgrind.out")
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, "--no-profile"],
        input=script.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    names, count, called = {}, {}, None
    with open(out, encoding="utf-8", errors="replace") as file:
        for line in file:
            if found := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
                if found[2]:
                    names[found[1]] = found[2].split("'")[0]
                called = names[found[1]] if line.startswith("cfn=") else None
            elif called and (found := re.match(r"calls=(\d+)", line)):
                count[called] = count.get(called, 0) + int(found[1])
    return count


def main():
    program, is_listed = sys.argv[1], "--list" in sys.argv
    with tempfile.TemporaryDirectory() as folder:
        # valgrind reads no newer debugging information.
        stripped = os.path.join(folder, "parlor")
        subprocess.run(["objcopy", "--strip-debug", program, stripped], check=True)
        before, after = calls(stripped, BEFORE, folder), calls(stripped, BEFORE + LINE, folder)
    hops = [name for name, count in after.items() if name.startswith("$s") and count > before.get(name, 0)]
    demangled = subprocess.run(
        ["swift-demangle", "--simplified"], input="\n".join(hops), capture_output=True, text=True, check=True).stdout
    hops = {name: text for name, text in zip(hops, demangled.splitlines()) if not COMPILED.search(text)}
    addresses = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.split()[-1] in hops:
            addresses[line.split()[-1]] = line.split()[0]
    places = subprocess.run(
        ["llvm-symbolizer", "-f", "--no-inlines", "--output-style=GNU", "-e", program],
        input="\n".join("0x" + address for address in addresses.values()), capture_output=True, text=True,
        check=True).stdout.splitlines()[1::2]
    own = {name: match[1] for name, place in zip(addresses, places)
           if (match := re.search(r"/(Sources/(?!Math/)\S+\.swift):", place)) and "/checkouts/" not in place}
    functions, files = len(own), len(set(own.values()))
    if is_listed:
        for name in sorted(own, key=lambda name: (own[name], hops[name])):
            print(f"{own[name]}: {hops[name]}")
    with open(os.path.join(ROOT, "ARCHITECTURE.md"), encoding="utf-8") as file:
        claim = CLAIM.search(" ".join(file.read().split()))
    if not claim:
        sys.exit("hops: ARCHITECTURE.md does not say how many functions a line passes")
    print(f"hops: {functions} functions in {files} files; at most {claim[1]} in {claim[2]}")
    sys.exit(functions > int(claim[1]) or files > int(claim[2]))


if __name__ == "__main__":
    main()
