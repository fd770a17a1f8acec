"""Standard input: read once, the same for every run, however runs are kept apart; replayed and resumed with the finding."""

import os
import pty
import subprocess
import tempfile
import unittest

import session
from harness import command

PROGRAM = session.BUILD / "tests" / "cli" / "reads_input"
TEXT = bytes(range(1, 200)) * 3
LARGE = bytes(i * 7 % 251 for i in range(300_000))


class StandardInput(session.Session):
    def explore(self, how, total, *options, given=b"", out="out", race=False):
        """With `given` in a pipe, or from what it is if it has a descriptor."""
        words = self.sleave.arguments("run", f"--out={out}", "--time=0", *options, PROGRAM, how, total, *(["race"] if race else []))
        streams = {"input": given} if isinstance(given, bytes) else {"stdin": given}
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=300, **streams)
        return command.Ended(done.returncode, (done.stdout + done.stderr).decode(errors="replace"))

    def test_every_run_has_it(self):
        for isolation in ("reset", "fork", "exec"):
            for how, text in (("stdio", TEXT), ("part", TEXT), ("threads", TEXT[:6])):
                with self.subTest(isolation=isolation, how=how):
                    total = sum(text[:4]) if how == "part" else sum(text)
                    ended = self.explore(how, total, "--runs=40", f"--isolation={isolation}", given=text)
                    self.assert_code(ended, command.CLEAN)
                    self.assertIn(f"standard input: {len(text)} bytes", ended.output)

    def test_large(self):
        self.assert_code(self.explore("stdio", sum(LARGE), "--runs=20", "--jobs=2", given=LARGE), command.CLEAN)

    def test_systematic_search(self):
        ended = self.explore("part", sum(TEXT[:4]), "--strategy=dpor", given=TEXT)
        self.assert_code(ended, command.CLEAN)
        self.assertIn("complete", ended.output)

    def test_of_a_file_what_is_left_of_it(self):
        with tempfile.TemporaryFile() as file:
            file.write(TEXT)
            file.flush()
            os.lseek(file.fileno(), 10, os.SEEK_SET)
            self.assert_code(self.explore("stdio", sum(TEXT[10:]), "--runs=20", given=file), command.CLEAN)

    def test_none(self):
        ended = self.explore("stdio", 0, "--runs=20")
        self.assert_code(ended, command.CLEAN)
        self.assertNotIn("standard input", ended.output)

    def test_replay(self):
        self.assert_code(self.explore("part", sum(TEXT[:4]), "--runs=500", given=TEXT, race=True), command.FINDING)
        finding = self.sleave.finding_folder(PROGRAM)
        for isolation in ("exec", "fork", "reset"):
            ended = self.sleave.replay(finding, "--times=10", f"--isolation={isolation}")
            self.assert_code(ended, command.FINDING)
            self.assertIn("reproduced 10 of 10", ended.output)

    def test_resume(self):
        total = sum(TEXT)
        self.assert_code(self.explore("stdio", total, "--runs=30", given=TEXT), command.CLEAN)
        self.assert_code(self.explore("stdio", total, "--runs=60", "--resume", given=b""), command.CLEAN)
        self.assert_code(self.explore("stdio", total, "--runs=90", "--resume", given=TEXT), command.CLEAN)
        ended = self.explore("stdio", total, "--runs=120", "--resume", given=b"something else")
        self.assert_code(ended, command.USAGE)
        self.assertIn("standard input", ended.output)

    def test_new_campaign_forgets_it(self):
        self.assert_code(self.explore("stdio", sum(TEXT), "--runs=30", given=TEXT), command.CLEAN)
        self.assert_code(self.explore("stdio", 0, "--runs=30"), command.CLEAN)
        self.assert_code(self.explore("stdio", 0, "--runs=60", "--resume"), command.CLEAN)

    def test_terminal_is_empty(self):
        ours, theirs = pty.openpty()
        try:
            os.write(ours, b"typed\n")
            ended = self.explore("stdio", 0, "--runs=20", given=theirs)
        finally:
            os.close(ours)
            os.close(theirs)
        self.assert_code(ended, command.CLEAN)
        self.assertIn("standard input: empty (a terminal)", ended.output)

    def test_pipe_that_stays_open_without_data(self):
        reader, writer = os.pipe()
        try:
            ended = self.explore("stdio", 0, "--runs=20", given=reader)
        finally:
            os.close(reader)
            os.close(writer)
        self.assert_code(ended, command.CLEAN)
        self.assertIn("standard input: empty (a pipe without data", ended.output)


if __name__ == "__main__":
    unittest.main()
