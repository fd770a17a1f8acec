"""Tests that keep what a person sees in screens/. SLEAVE_WRITE_GOLDENS=1 writes the files anew; then read the difference."""

import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import termios

import session

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUGS = SOURCE / "tests" / "bugs"
SCREENS = pathlib.Path(__file__).resolve().parent / "screens"
COLUMNS = (80, 200)
REDRAWN = "\r\x1b[K"

# What differs from machine to machine, or from one run to the next.
CHANGING = (
    (re.compile(r"\d+(\.\d+)? s\b"), "N s"),
    (re.compile(r"\b\d[\d,]*/s"), "N/s"),
    (re.compile(r"(?m)^(Sleave|sleave) \d+\.\d+\.\d+[^\s,;]*"), r"\1 VERSION"),
    (re.compile(r"0x[0-9a-f]{9,}"), "0xADDRESS"),
)


class Screens(session.Session):
    maxDiff = None

    def plain(self, *words, environment=None):
        """What came through a pipe."""
        ended = subprocess.run(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               errors="replace", timeout=300, check=False, env={**os.environ, "TERM": "xterm", **(environment or {})})
        return ended.stdout + ended.stderr

    def drawn(self, columns, *words, environment=None):
        """All that came to a terminal."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        own = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "CLICOLOR_FORCE")}
        with subprocess.Popen(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                              env={**own, "TERM": "xterm", **(environment or {})}) as process:
            os.close(slave)
            seen = b""
            while block := self.block(master):
                seen += block
            os.close(master)
        self.assertIsNotNone(process.returncode)
        return seen.decode(errors="replace").replace("\r\n", "\n")

    def on_terminal(self, columns, *words, environment=None):
        """As it stands there in the end: of a line that was drawn again, its last state."""
        lines = self.drawn(columns, *words, environment=environment).split("\n")
        return "\n".join(line.rsplit("\r", 1)[-1].removeprefix("\x1b[K") for line in lines)

    @staticmethod
    def block(master):
        try:
            return os.read(master, 65536)
        except OSError:
            return b""

    def expect(self, name, text, changing=()):
        for path, word in ((str(self.folder), "FOLDER"), (str(session.BUILD), "BUILD")):
            text = text.replace(path, word)
        for pattern, word in (*changing, *CHANGING):
            text = re.sub(pattern, word, text)
        text = text.replace("\x1b", "<ESC>")
        golden = SCREENS / (name + ".txt")
        if os.environ.get("SLEAVE_WRITE_GOLDENS"):
            SCREENS.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        self.assertEqual(text, golden.read_text(encoding="utf-8"), golden)

    def expect_everywhere(self, name, *words, environment=None):
        """In a pipe, and on terminals."""
        self.expect(name, self.plain(*words, environment=environment))
        for columns in COLUMNS:
            self.expect(f"{name}_terminal_{columns}", self.on_terminal(columns, *words, environment=environment))

    def program(self, kind):
        """Built where it is run, so that no path is told but this folder's."""
        shutil.copy(BUGS / kind / "account.c", self.folder)
        self.compile("sleave-cc", "account.c", "-o", "account")

    def compile(self, compiler, *words):
        subprocess.run([session.BUILD / "bin" / compiler, "-g", "-O1", "-pthread", *words], cwd=self.folder, check=True)

    def found(self):
        """The folder has the finding of a campaign."""
        self.program("present")
        return self.plain("run", "--seed=1", "--strategy=pct", "./account")
