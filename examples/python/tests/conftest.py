import shutil
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PACKAGE))


def write_program(path, text):
    """Makes an executable file."""
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def fake(tmp_path):
    """Makes a program that is not Parlor from the lines of a shell script."""
    return lambda script: write_program(tmp_path / "fake", f"#!/bin/sh\n{script}\n")


@pytest.fixture
def plugins():
    """The folder of the plugins of the examples."""
    folder = PACKAGE.parent / "plugins"
    assert shutil.which("parlor-pig", path=str(folder))
    return folder
