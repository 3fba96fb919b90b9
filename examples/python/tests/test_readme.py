"""The sessions of the README run, and print what it says."""

import doctest
import re
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_sessions_of_the_readme(monkeypatch):
    monkeypatch.chdir(README.parent.parent.parent)
    blocks = re.findall(r"```pycon\n(.*?)```", README.read_text(), re.DOTALL)
    assert len(blocks) >= 5
    test = doctest.DocTestParser().get_doctest("".join(blocks), {}, "README", str(README), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF)
    report = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
