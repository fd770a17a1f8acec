"""Progress: plain lines in a pipe, one redrawn line on a terminal, colors only where they are wanted."""

import os
import pty
import subprocess
import unittest

import session


class Progress(session.Session):
    def on_terminal(self, *words):
        master, slave = pty.openpty()
        process = subprocess.Popen(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm"})
        os.close(slave)
        seen = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:
                break
            if not block:
                break
            seen += block
        os.close(master)
        process.wait()
        return seen.decode(errors="replace")

    def test_pipe_gets_plain_lines(self):
        ended = self.sleave.call("run", "--strategy=sample", "--runs=2000", session.REPAIRED)
        self.assertNotIn("\r", ended.output)
        self.assertNotIn("\x1b", ended.output)
        self.assertIn("seed", ended.output)
        self.assertLess(len(ended.output.splitlines()), 60)

    def test_terminal_redraws_one_line(self):
        seen = self.on_terminal("run", "--strategy=sample", "--runs=4000", "--time=300s", session.REPAIRED)
        self.assertRegex(seen, r"\r[^\n]")
        self.assertRegex(seen, r"\d+ s of 300 s, \d+ runs?, ")

    def test_terminal_shows_minimizing_and_explaining(self):
        seen = self.on_terminal("run", "--time=300s", session.BUGGY)
        self.assertRegex(seen, r"\d+ s of 300 s, minimizing finding 1: \d+ switch(es)? left")
        self.assertRegex(seen, r"\d+ s of 300 s, explaining finding 1: \d+ runs?")
        self.assertNotIn("minimizing finding", self.sleave.call("run", "--out=pipe", session.BUGGY).output)

    def test_colors_on_demand(self):
        self.assertNotIn("\x1b[3", self.on_terminal("run", "--color=never", "--runs=100", session.BUGGY))
        colored = self.sleave.call("run", "--color=always", "--out=colored", session.BUGGY)
        self.assertIn("\x1b[", colored.output)

    def test_report_ends_with_the_replay_command(self):
        ended = self.sleave.call("run", session.BUGGY)
        self.assertIn("sleave replay", ended.output.strip().splitlines()[-1])
        self.assertIn("lost_update.cc", ended.output)

    def test_show_prints_the_report_again(self):
        self.sleave.call("run", "--out=out", session.BUGGY)
        shown = self.sleave.call("show", self.sleave.finding_folder(session.BUGGY))
        self.assertIn("assertion", shown.output)
        self.assertIn("sleave replay", shown.output.strip().splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
