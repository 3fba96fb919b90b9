"""Checks what `parlor render` and `--plot` write: pictures.py PROGRAM

SVG is read as XML, recordings are replayed on the screen of pyte and read by asciinema, and charts are drawn by
vl-convert. What is not installed is passed over, and said.
"""

import glob
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

program = os.path.abspath(sys.argv[1])
examples = sorted(glob.glob("examples/*/first-game.scenario")) + ["examples/tour.md"]
keys = "examples/picture.keys"


def run(*words):
    return subprocess.run([program, *words], check=True, capture_output=True, timeout=120).stdout.decode()


def has(module):
    found = importlib.util.find_spec(module) is not None
    if not found:
        print(f"   without {module}")
    return found


def screen(lines, rows=24):
    """The rows of a terminal after a recording."""
    import pyte

    terminal = pyte.Screen(80, rows)
    stream = pyte.Stream(terminal)
    for _, code, text in lines:
        assert code == "o", code
        stream.feed(text)
    return [row.rstrip() for row in terminal.display]


def recordings(path):
    """The events of a file in both versions, with times since the beginning."""
    three, two = ([json.loads(line) for line in run("render", path, "--to", name).splitlines()]
                  for name in ("cast", "cast-v2"))
    assert three[0]["version"] == 3 and three[0]["term"]["cols"] == 80, three[0]
    assert two[0]["version"] == 2 and two[0]["width"] == 80, two[0]
    assert [event[1:] for event in three[1:]] == [event[1:] for event in two[1:]]
    time = 0
    for one, other in zip(three[1:], two[1:]):
        time += round(one[0] * 1000)
        assert one[0] >= 0 and time == round(other[0] * 1000), (one, other)
    return three[1:]


emulates, draws, plays = has("pyte"), has("vl_convert"), has("asciinema")
for path in examples:
    for words in ([], ["--animate"]):
        picture = ElementTree.fromstring(run("render", path, "--to", "svg", *words))
        assert picture.tag == "{http://www.w3.org/2000/svg}svg", picture.tag
    shown = recordings(path)
    if emulates:
        # The last rows are those of the still.
        still = ElementTree.fromstring(run("render", path, "--to", "svg", "--rows", "24"))
        texts = [text.text for text in still.iter("{http://www.w3.org/2000/svg}text")][1:]
        rows = "".join(screen(shown)).replace(" ", "")
        assert "".join(texts[-8:]).replace(" ", "") in rows, (path, texts[-8:], rows)

shown = recordings(keys)
for words in ([], ["--animate"]):
    ElementTree.fromstring(run("render", keys, "--to", "svg", *words))
if emulates:
    # pyte sees the last screen as Parlor's own terminal does.
    rows = run("render", keys, "--to", "txt").splitlines()
    assert [row for row in screen(shown, 22) if row] == [row for row in rows if row], (screen(shown, 22), rows)

with tempfile.TemporaryDirectory() as folder:
    bots = ["bank=300", "bank=500", "target=1000", "-n", "100"]
    files = [f"{folder}/wins.{kind}" for kind in ("svg", "json")]
    for file in files:
        run("simulate", "farkle", *bots, "--plot", file)
    ElementTree.parse(files[0])
    charts = [open(files[1]).read(), run("render", "examples/minesweeper/first-game.scenario", "--to", "vega-lite")]
    for chart in map(json.loads, charts):
        assert chart["data"]["values"], chart
        if draws:
            import vl_convert

            ElementTree.fromstring(vl_convert.vegalite_to_svg(chart))
    if plays:
        cast = f"{folder}/game.cast"
        run("render", examples[0], "--to", "cast-v2", "-o", cast)
        subprocess.run([sys.executable, "-m", "asciinema", "cat", cast], check=True, capture_output=True, timeout=60)
print(f"   {len(examples) + 1} files in all formats, 2 charts")
