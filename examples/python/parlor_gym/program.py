"""The program `parlor` as a process that answers lines with JSON objects."""

import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time
import weakref


class ParlorError(Exception):
    """The program is missing, has ended, does not answer, or refuses a line."""


class Refused(ParlorError):
    """The program refuses a line. Nothing has changed.

    `code` is the stable code of the error, such as `illegal-move`; `legal` are up to twelve lines
    that are legal.
    """

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.legal = error["legal"]


def find_program(program=None):
    """The path of `parlor`: the argument, or the environment variable PARLOR, or from PATH."""
    wanted = program or os.environ.get("PARLOR") or "parlor"
    path = shutil.which(os.path.expanduser(wanted))
    if path is None:
        raise ParlorError(
            f"cannot find the program {wanted!r}: install Parlor, or give its path as `program=`"
            " or in the environment variable PARLOR"
        )
    return path


def numbered(number, line):
    """The bytes of a line with a number, which its reply has too.

    Raises ValueError if the line is one that Parlor does not answer with this number.
    """
    data = f"{number} {line}\n".encode("utf-8", "replace")
    if len(data) > LONGEST:
        raise ValueError(f"the line has {len(data):,} bytes: at most {LONGEST:,} are possible")
    words = line.split(maxsplit=2)
    if CONTROL.search(line):
        raise ValueError(f"{line[:80]!r} is not one line: it has a control character")
    if not words or words[0].startswith("#"):
        raise ValueError(f"{line[:80]!r} is no command")
    if words[0].isdigit():
        raise ValueError(f"{line[:80]!r} begins with a number: begin with the command")
    if words[:2] == ["set", "format"]:
        raise ValueError("`set format` is not possible here: replies must stay JSON objects")
    return data


CONTROL = re.compile("[\0-\x1f]")
# The most bytes of a line.
LONGEST = 4096


# The most bytes of the output that are read at once.
READ = 1 << 20
ARGUMENTS = ["--format", "json", "--keep-going", "--clock", "virtual"]


class Program:
    """A running `parlor`, for one thread and one process.

    It ends when it is closed, when it is collected as garbage, and when Python ends.

    `program` is what `find_program` takes, `timeout` the most seconds that an answer may take.
    """

    def __init__(self, program=None, timeout=60.0):
        self.path = find_program(program)
        self.timeout = timeout
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                [self.path, *ARGUMENTS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
            )
        except OSError as error:
            self._errors.close()
            raise ParlorError(f"cannot start {self.path}: {error.strerror}") from None
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _stop, self._process, self._errors, self._owner)
        self._output = self._process.stdout.fileno()
        self._poll = select.poll()
        self._poll.register(self._output, select.POLLIN)
        self._buffer, self._number = b"", 0
        # Neither the table nor the state of an open game is of use here.
        self.ask("set state off")

    def ask(self, line):
        """Runs a line and returns the reply; raises `Refused` if it is an error."""
        self._number += 1
        line = numbered(self._number, line)
        if not self._finalizer.alive:
            raise ParlorError("the program is closed")
        if os.getpid() != self._owner:
            raise ParlorError("the program belongs to the process that started it: open another")
        try:
            self._process.stdin.write(line)
            reply = self._reply()
        except BrokenPipeError:
            raise self._ended() from None
        except (ValueError, AttributeError, TypeError):
            self._process.kill()
            self.close()
            raise ParlorError(f"{self.path} is not Parlor: it answers no JSON objects") from None
        except BaseException:
            # The answer to this line must not become that to another one.
            self._process.kill()
            self.close()
            raise
        if not reply["ok"]:
            raise Refused(reply["error"])
        return reply

    def _reply(self):
        """The reply to the last line. `source` is answered by more than one."""
        end = time.monotonic() + self.timeout
        while True:
            reply = json.loads(self._read(end))
            if reply.get("id") == self._number:
                return reply

    def _read(self, end):
        """The next line of the output, until a moment of the monotonic clock."""
        while b"\n" not in self._buffer[-READ:]:
            if not self._poll.poll(max(0, end - time.monotonic()) * 1000):
                break
            piece = os.read(self._output, READ)
            if not piece:
                raise self._ended()
            self._buffer += piece
        if time.monotonic() > end:
            raise ParlorError(f"{self.path} has not answered within {self.timeout:g} s")
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line

    def _ended(self):
        """The error of a program that has ended by itself."""
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            code = "unknown"
        self._errors.seek(0)
        last = self._errors.read()[-300:].decode(errors="replace").strip()
        self.close()
        how = f"by signal {-code}" if isinstance(code, int) and code < 0 else f"with exit code {code}"
        return ParlorError(f"{self.path} has ended {how}" + (f": {last}" if last else ""))

    def close(self):
        """Ends the program. Closing it again does nothing."""
        self._finalizer()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _stop(process, errors, owner):
    if os.getpid() != owner:
        return
    try:
        process.stdin.close()
    except OSError:
        pass
    try:
        process.wait(2)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
    errors.close()
