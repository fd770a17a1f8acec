"""Replays under gdb, lldb and rr.   debugger_test.py [-v] [TEST]"""

import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
PROGRAM = BUILD / "tests" / "bugs" / "present" / "lost_update"
HERE = re.compile(r"^(main|T\d+) at (\S+:\d+) in ", re.MULTILINE)
SCREENS = pathlib.Path(__file__).resolve().parent / "screens"
# What the debugger says by itself at a stop: its own words, the runtime's line.
BY_ITSELF = {
    "gdb": re.compile(r"(?m)^(Thread \d+ .* hit |\[Switching to ).*\n(\d+\t.*\n)?"),
    "lldb": re.compile(r"(?m)^(Process \d+ (resuming|stopped)|\* thread #\d+, name = .*|    frame #\d+: .*|(-> |   )\d+ +\t.*|    +\t *\^+|\(lldb\) (?!sleave).*)\n"),
}
BEGIN = {"gdb": "echo BEGIN\\n", "lldb": "script print('BEGIN')"}
STAND_IN = """#!/bin/sh
echo "rr $*" >> "$RR_LOG"
[ "$1" = record ] || exit 0
mkdir -p "${2#--output-trace-dir=}"
shift 2
exec "$@"
"""


class Replayed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = pathlib.Path(place.name)
        cls.sleave = command.Sleave(BUILD / "bin" / "sleave", cls.folder)
        ended = cls.sleave.run(PROGRAM, "--strategy=random")
        if ended.code != command.FINDING:
            raise AssertionError(str(ended))
        cls.finding = cls.sleave.finding_folder(PROGRAM)
        cls.report = json.loads((cls.finding / "finding.json").read_text())
        cls.steps = [step for step in cls.report["steps"] if not step["unfinished"] and step["where"]["file"]]

    def under(self, debugger, *commands, options=()):
        script = self.folder / "commands"
        script.write_text("\n".join(commands) + "\n")
        ended = self.sleave.replay(self.finding, f"--{debugger}", f"--debugger-commands={script}", *options, timeout=300)
        self.assertEqual(ended.code, 0, ended)
        return ended.output

    @staticmethod
    def number(step):
        """As the report shows it."""
        return step["index"] + 1

    def place(self, step):
        where = step["where"]
        return (self.report["threads"][step["thread"]]["label"], f"{os.path.basename(where['file'])}:{where['line']}")

    def check_steps(self, debugger):
        first, rest = self.steps[0], self.steps[1:]
        output = self.under(debugger, *(f"sleave until {self.number(step)}" for step in rest), options=(f"--step={self.number(first)}",))
        self.assertEqual(HERE.findall(output), [self.place(step) for step in self.steps], output)

    def check_lists(self, debugger):
        middle = self.steps[len(self.steps) // 2]
        output = self.under(debugger, "sleave steps", "sleave threads", "sleave next", options=(f"--step={self.number(middle)}",))
        marked = [line for line in output.splitlines() if line.startswith(">")]
        self.assertEqual([line.split()[1] for line in marked], [str(self.number(middle))], output)
        listed = re.findall(r"(?m)^[> ] {1,6}(\d+)  (?:main|T\d)", output)
        self.assertEqual(listed, re.findall(r"(?m)^  [> ][* ] +(\d+) \|", self.sleave.call("show", self.finding).output))
        for step in self.steps:
            self.assertRegex(output, rf"(?m)^[> ] +{self.number(step)}  {self.place(step)[0]} +{re.escape(step['text'])}")
        label, line = self.place(middle)
        self.assertRegex(output, rf"(?m)^\* {label} +\d+  {re.escape(line)} in ")
        for thread in self.report["threads"]:
            self.assertRegex(output, rf"(?m)^[* ] {thread['label']} +\d+  ")

    def check_screen(self, debugger):
        """All that the commands show, kept in screens/. What the debugger itself says about the program and its version is left out."""
        middle = self.steps[len(self.steps) // 2]
        output = self.under(debugger, BEGIN[debugger], "sleave here", "sleave steps", "sleave threads", "sleave next", "sleave steps", "sleave",
                            "sleave next", options=(f"--step={self.number(middle)}",))
        shown = BY_ITSELF[debugger].sub("", output.split("BEGIN\n", 1)[1])
        golden = SCREENS / f"{debugger}.txt"
        if os.environ.get("SLEAVE_WRITE_GOLDENS"):
            SCREENS.mkdir(exist_ok=True)
            golden.write_text(shown, encoding="utf-8")
        self.maxDiff = None
        self.assertEqual(shown, golden.read_text(encoding="utf-8"), golden)

    def check_failure(self, debugger):
        output = self.under(debugger, "sleave steps")
        self.assertIn("__sleave_finding_reached", output)
        failed = self.report["stack"][0]
        self.assertEqual(HERE.findall(output)[-1][1], f"{os.path.basename(failed['file'])}:{failed['line']}", output)

    def check_frame(self, debugger, show):
        """After a plain `continue` to the failure the debugger's own command shows the program's frame."""
        output = self.under(debugger, "continue", "echo AFTER\\n" if debugger == "gdb" else "script print('AFTER')", show,
                            options=(f"--step={self.number(self.steps[0])}",))
        failed = self.report["stack"][0]
        self.assertIn(f"{os.path.basename(failed['file'])}:{failed['line']}", output.split("AFTER\n", 1)[1], output)


@unittest.skipUnless(shutil.which("gdb"), "gdb is not installed")
class Gdb(Replayed):
    def test_every_step(self):
        self.check_steps("gdb")

    def test_lists(self):
        self.check_lists("gdb")

    def test_stops_at_the_failure(self):
        self.check_failure("gdb")

    def test_selects_the_frame_of_the_program(self):
        self.check_frame("gdb", "frame")

    def test_screen(self):
        self.check_screen("gdb")


@unittest.skipUnless(shutil.which("lldb") or shutil.which("lldb-19"), "lldb is not installed")
class Lldb(Replayed):
    def test_every_step(self):
        self.check_steps("lldb")

    def test_lists(self):
        self.check_lists("lldb")

    def test_stops_at_the_failure(self):
        self.check_failure("lldb")

    def test_selects_the_frame_of_the_program(self):
        self.check_frame("lldb", "frame info")

    def test_screen(self):
        self.check_screen("lldb")


class Rr(Replayed):
    def with_stand_in(self, text):
        tools = self.folder / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "rr").write_text(text)
        (tools / "rr").chmod(0o755)
        self.sleave.environment |= {"PATH": f"{tools}:{os.environ['PATH']}", "RR_LOG": str(self.folder / "log"),
                                    "TMPDIR": str(self.folder)}

    def test_records_and_opens(self):
        self.with_stand_in(STAND_IN)
        ended = self.sleave.replay(self.finding, "--rr", "--step=3")
        self.assertEqual(ended.code, 0, ended)
        calls = (self.folder / "log").read_text().splitlines()
        self.assertEqual(len(calls), 3, calls)  # does it work at all, record, replay
        self.assertTrue(calls[1].startswith("rr record --output-trace-dir=") and calls[1].endswith(f" {PROGRAM}"), calls)
        recording = calls[1].split()[2].split("=")[1]
        self.assertTrue(calls[2].startswith(f"rr replay {recording} -- -q -ex "), calls)
        self.assertIn("__sleave_stop_step = 2", calls[2])  # the program counts from 0

    def test_says_that_it_cannot(self):
        self.with_stand_in("#!/bin/sh\necho '[FATAL x] no counters' >&2\nexit 1\n")
        ended = self.sleave.replay(self.finding, "--rr")
        self.assertEqual(ended.code, command.ENVIRONMENT, ended)
        self.assertIn("rr cannot record on this machine: [FATAL x] no counters", ended.output)


class Words(Replayed):
    def test_one_debugger(self):
        for options, words in (("--gdb", "--lldb"), "use only one of --gdb, --lldb and --rr"), (("--step=3",), "--step needs a debugger"):
            ended = self.sleave.replay(self.finding, *options)
            self.assertEqual(ended.code, command.USAGE, ended)
            self.assertIn(words, ended.output)


if __name__ == "__main__":
    unittest.main()
