"""A program that is missing, ends, or is not Parlor is one clear error, and no process stays behind."""

import gc
import os
import subprocess
import sys
import time

import pytest

from parlor_gym import ParlorEnv, ParlorError, Program, Refused


def is_running(process):
    return process.poll() is None


def test_the_program_is_found(monkeypatch, tmp_path, fake):
    monkeypatch.setenv("PARLOR", str(tmp_path / "none"))
    with pytest.raises(ParlorError, match="cannot find the program .*none.*PARLOR"):
        Program()
    monkeypatch.delenv("PARLOR")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ParlorError, match="cannot find the program 'parlor'"):
        Program()
    (tmp_path / "folder").mkdir()
    with pytest.raises(ParlorError, match="cannot find"):
        Program(str(tmp_path / "folder"))


@pytest.mark.parametrize(
    "script, words",
    [
        ("echo no luck >&2; exit 3", "has ended with exit code 3: no luck"),
        ("kill -9 $$", "has ended by signal 9"),
        ("read line; exit 0", "has ended with exit code 0"),
        ("exec cat", "is not Parlor"),
        ("echo '[1]'; exec cat", "is not Parlor"),
        ("echo '{'; exec cat", "is not Parlor"),
        ("printf '\\377\\376\\n'; exec cat", "is not Parlor"),
        ("while :; do echo '{}'; done", "has not answered within 1 s"),
        ("exec sleep 100", "has not answered within 1 s"),
        ("echo '{\"id\":1,'; exec sleep 100", "is not Parlor"),
    ],
)
def test_a_program_that_is_not_parlor(fake, script, words):
    timeout = 1 if "within 1 s" in words else 60
    with pytest.raises(ParlorError, match=words):
        Program(fake(script), timeout=timeout)


def test_a_file_that_is_no_program(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"\0\1\2")
    path.chmod(0o755)
    with pytest.raises(ParlorError, match="cannot start"):
        Program(str(path))


def test_a_program_that_dies():
    environment = ParlorEnv("farkle a b")
    environment.reset(seed=1)
    process = environment.batch.program._process
    process.kill()
    process.wait()
    with pytest.raises(ParlorError, match="has ended by signal 9"):
        environment.step(0)
    with pytest.raises(ParlorError, match="is closed"):
        environment.reset()
    environment.close()
    environment.close()


def test_an_old_program(fake):
    reply = '{"id":%d,"ok":true,"batch":{"actions":1,"observation":{}},"step":{}}'
    script = "".join(f"read line; echo '{reply % number}';" for number in (1, 2))
    with pytest.raises(ParlorError, match="too old"):
        ParlorEnv("farkle a b", program=fake(script + "read line"))


def test_processes_end(tmp_path):
    closed, collected = Program(), Program()
    processes = [closed._process, collected._process]
    assert all(map(is_running, processes))
    closed.close()
    closed.close()
    del collected
    gc.collect()
    assert not any(map(is_running, processes))
    script = (
        "import parlor_gym; e = parlor_gym.ParlorEnv('farkle a b'); e.reset();"
        "print(e.batch.program._process.pid)"
    )
    for ending in ("", "; raise SystemExit(3)", "; import os; os._exit(1)", "; 1 / 0"):
        ended = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", script + ending], capture_output=True, text=True
        )
        wait_for_end(int(ended.stdout))


def wait_for_end(process):
    """Fails if a process still runs after a minute. A dead one that nobody waits for has ended."""
    for _ in range(6000):
        try:
            with open(f"/proc/{process}/stat") as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except FileNotFoundError:
            return
        time.sleep(0.01)
    raise AssertionError(f"process {process} still runs")


def test_a_process_that_forks_keeps_its_program():
    program = Program()
    child = os.fork()
    if child == 0:
        try:
            program.ask("echo a")
        except ParlorError as error:
            program.close()
            os._exit(0 if "open another" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert program.ask("echo a")["events"][0]["text"] == "a"
    program.close()


def test_an_interrupted_line_closes_the_program(monkeypatch):
    program = Program()

    def interrupt():
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "_reply", interrupt)
    with pytest.raises(KeyboardInterrupt):
        program.ask("echo a")
    monkeypatch.undo()
    with pytest.raises(ParlorError, match="is closed"):
        program.ask("echo a")


@pytest.mark.parametrize(
    "line, words",
    [
        ("", "no command"),
        ("  ", "no command"),
        ("# comment", "no command"),
        ("7 echo", "begins with a number"),
        ("echo a\necho b", "control character"),
        ("echo \0", "control character"),
        ("set format text", "set format"),
        ("echo " + "a" * 10_000_000, "at most 4,096"),
    ],
)
def test_lines_that_have_no_answer(line, words):
    with Program() as program:
        with pytest.raises(ValueError, match=words):
            program.ask(line)
        assert program.ask("echo a")["command"] == "echo"


def test_lines_that_are_refused(tmp_path):
    with Program() as program:
        with pytest.raises(Refused, match="unknown command") as refused:
            program.ask("jump")
        assert refused.value.code == "unknown-command"
        for line in ('echo "open', "echo \u2028", "echo \ud800", "step 0", "é"):
            try:
                program.ask(line)
            except Refused:
                pass
        # A line that gives several replies.
        script = tmp_path / "script.parlor"
        script.write_text("echo a\necho b\n")
        assert program.ask(f"source {script}")["command"] == "source"
        assert program.ask("quit")["command"] == "quit"
        with pytest.raises(ParlorError, match="has ended with exit code"):
            program.ask("echo a")
