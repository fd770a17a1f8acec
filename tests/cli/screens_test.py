"""What a person sees of each command, in a pipe and on terminals of 80 and 200 columns, with and without colour, kept in screens/.

SLEAVE_WRITE_GOLDENS=1 writes the files anew; then read the difference.
"""

import fcntl
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import termios
import unittest

import session

BUGS = pathlib.Path(__file__).resolve().parent.parent / "bugs"
SCREENS = pathlib.Path(__file__).resolve().parent / "screens"
COMMANDS = ("run", "replay", "show", "export", "doctor")

# What differs from machine to machine, or from one run to the next.
CHANGING = (
    (re.compile(r"\d+(\.\d+)? s\b"), "N s"),
    (re.compile(r"\b\d[\d,]*/s"), "N/s"),
    (re.compile(r"(?m)^(Sleave|sleave) \d+\.\d+\.\d+[^\s,;]*"), r"\1 VERSION"),
    (re.compile(r"0x[0-9a-f]{9,}"), "0xADDRESS"),
)


class Screens(session.Session):
    def plain(self, *words, environment=None):
        ended = subprocess.run(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               errors="replace", timeout=300, check=False, env={**os.environ, "TERM": "xterm", **(environment or {})})
        return ended.stdout + ended.stderr

    def on_terminal(self, columns, *words):
        """What came, with one redrawn line as the last state of it, as it stands there in the end."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "CLICOLOR_FORCE")}
        with subprocess.Popen(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                              env={**environment, "TERM": "xterm"}) as process:
            os.close(slave)
            seen = b""
            while block := self.block(master):
                seen += block
            os.close(master)
        self.assertIsNotNone(process.returncode)
        lines = seen.decode(errors="replace").replace("\r\n", "\n").split("\n")
        return "\n".join(line.rsplit("\r", 1)[-1].removeprefix("\x1b[K") for line in lines)

    @staticmethod
    def block(master):
        try:
            return os.read(master, 65536)
        except OSError:
            return b""

    def expect(self, name, text):
        for path, word in ((str(self.folder), "FOLDER"), (str(session.BUILD), "BUILD")):
            text = text.replace(path, word)
        for pattern, word in CHANGING:
            text = pattern.sub(word, text)
        text = text.replace("\x1b", "<ESC>")
        golden = SCREENS / (name + ".txt")
        if os.environ.get("SLEAVE_WRITE_GOLDENS"):
            SCREENS.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        self.maxDiff = None
        self.assertEqual(text, golden.read_text(encoding="utf-8"), golden)

    def program(self, kind):
        """Built where it is run, so that no path is told but this folder's."""
        shutil.copy(BUGS / kind / "account.c", self.folder)
        subprocess.run([session.BUILD / "bin" / "sleave-cc", "-g", "-O1", "-pthread", "account.c", "-o", "account"], cwd=self.folder, check=True)

    def found(self):
        """The folder has the finding of a campaign."""
        self.program("present")
        return self.plain("run", "--seed=1", "--strategy=pct", "./account")

    def test_help(self):
        self.expect("help", self.plain("help"))
        self.expect("help_show", self.plain("show", "--help"))

    def test_help_has_every_option_of_the_reference(self):
        page = (BUGS.parent.parent / "docs" / "reference" / "options.md").read_text(encoding="utf-8")
        sections = dict(re.findall(r"(?ms)^## .*?sleave (\w+).*?$(.*?)(?=^## |\Z)", page))
        self.assertEqual(set(COMMANDS) - {"doctor"}, set(sections) & set(COMMANDS))
        for command in sections.keys() & set(COMMANDS):
            said = self.plain(command, "--help")
            for option in re.findall(r"(?m)^\| `(--[\w-]+)", sections[command]):
                self.assertRegex(said, rf"(?m)^ +{option}\b", command)

    def test_mistakes(self):
        said = [self.plain(*words) for words in ((), ("rum",), ("run",), ("run", "--sead=1", "x"), ("run", "./none"), ("show", "9"), ("replay", "x/9"))]
        self.expect("mistakes", "---\n".join(said))

    def test_a_campaign_in_a_pipe(self):
        self.expect("run_pipe", self.found())

    def test_a_campaign_on_a_terminal(self):
        self.program("present")
        for columns in (80, 200):
            self.expect(f"run_terminal_{columns}", self.on_terminal(columns, "run", "--seed=1", "--strategy=pct", f"--out=out{columns}", "./account"))

    def test_a_clean_campaign(self):
        self.program("absent")
        self.expect("run_clean", self.plain("run", "--strategy=dpor", "--time=0", "--out=all", "./account"))
        self.expect("run_sampled", self.plain("run", "--seed=1", "--strategy=random", "--runs=100", "--time=0", "./account"))

    def test_show(self):
        self.found()
        self.expect("show_list", self.plain("show"))
        self.expect("show_finding", self.plain("show", "1"))
        self.expect("show_finding_named", self.plain("show", "account/1"))
        self.expect("show_colour", self.plain("show", "--color=always", "1"))
        self.expect("show_terminal_80", self.on_terminal(80, "show", "1"))
        self.expect("show_terminal_200", self.on_terminal(200, "show", "1"))

    def test_no_colour_where_it_is_not_wanted(self):
        self.found()
        self.assertNotIn("\x1b", self.plain("show", "1", environment={"NO_COLOR": "1"}))
        self.assertIn("\x1b", self.plain("show", "1", environment={"CLICOLOR_FORCE": "1"}))

    def test_replay(self):
        self.found()
        self.expect("replay", self.plain("replay", "account/1"))
        self.expect("replay_times", self.plain("replay", "--times=3", "1"))


if __name__ == "__main__":
    unittest.main()
