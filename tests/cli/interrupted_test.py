"""A campaign that is interrupted or killed loses nothing, and goes on with --resume."""

import contextlib
import json
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

import session
from harness import command

PATIENCE = 300  # seconds for something that takes less than one
ENOUGH = 100  # runs before an interruption
ENDLESS = ("--strategy=random", "--runs=0", "--time=0")  # exhaustive strategies would end


class Interrupted(session.Session):
    def start(self, *words):
        process = subprocess.Popen(self.sleave.arguments(*words), cwd=self.folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        return process

    def start_endless(self, program):
        """A campaign that has made its first finding and would go on for ever."""
        process = self.start("run", "--out=out", *ENDLESS, "--keep-going", "--seed=4",
                             f"--summary={self.folder / 'cut.json'}", program)
        self.wait_until(lambda: (self.sleave.finding_folder(program) / "finding.json").exists(), process)
        self.wait_until(lambda: self.saved_runs(program) > ENOUGH, process)
        self.assertIsNone(process.poll())
        return process

    def saved_runs(self, program):
        store = self.folder / "out" / program.name / "campaign.db"
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as database:
            kept = database.execute("SELECT text FROM state").fetchall()
        return max((json.loads(text)["status"]["runs"] for (text,) in kept if '"status"' in text), default=0)

    def wait_until(self, condition, process=None):
        """Fails at once if `process`, which should bring the condition about, has ended."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if process is not None and process.poll() is not None:
                self.fail(f"sleave ended with {process.returncode}: {process.stdout.read()}")
            self.assertLess(time.monotonic(), deadline, "nothing happened")
            time.sleep(0.02)

    def resume(self, *options):
        return self.sleave.run(session.BUGGY, "--strategy=random", "--resume", "--keep-going", "--seed=4", "--time=0", *options)

    def check_resumed(self, finding_before):
        shown = self.sleave.call("show", self.sleave.finding_folder(session.BUGGY))
        self.assertIn("assertion", shown.output)
        probe = self.resume("--runs=1")
        done = probe.summary["runs"]
        self.assertGreater(done, ENOUGH, "the runs before the interruption are counted")
        ended = self.resume(f"--runs={done + 500}")
        self.assert_code(ended, command.FINDING)
        self.assertEqual(ended.summary["runs"], done + 500)
        self.assertEqual(len(ended.summary["findings"]), 1)
        self.assertEqual((self.sleave.finding_folder(session.BUGGY) / "finding.json").read_bytes(), finding_before)

    def test_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                process = self.start("run", f"--out={number.name}", *ENDLESS, session.REPAIRED)
                process.stdout.readline()  # signals are caught from before it on
                process.send_signal(number)
                output, _ = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, command.INTERRUPTED, output)
                self.assertIn("--resume", output)

    def test_interrupt_then_resume(self):
        process = self.start_endless(session.BUGGY)
        before = (self.sleave.finding_folder(session.BUGGY) / "finding.json").read_bytes()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        self.assertTrue((self.folder / "cut.json").exists())
        self.check_resumed(before)

    def test_kill_then_resume(self):
        process = self.start_endless(session.BUGGY)
        before = (self.sleave.finding_folder(session.BUGGY) / "finding.json").read_bytes()
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.check_resumed(before)

    def test_killed_at_any_moment(self):
        self.sleave.run(session.BUGGY, "--strategy=random", "--seed=4", "--runs=1")
        for delay in (0.02, 0.05, 0.1, 0.2, 0.4):
            with self.subTest(delay=delay):
                process = self.start("run", "--out=out", *ENDLESS, "--keep-going", "--resume",
                                     "--seed=4", session.BUGGY)
                time.sleep(delay)
                process.kill()
                process.communicate(timeout=PATIENCE)
        ended = self.resume("--runs=2000")
        self.assert_code(ended, command.FINDING)
        replayed = self.sleave.replay(self.sleave.finding_folder(session.BUGGY), "--times=5")
        self.assert_code(replayed, command.FINDING)

    def test_nothing_of_the_target_survives(self):
        program = shutil.copy2(session.REPAIRED, self.folder / "program")
        process = self.start("run", *ENDLESS, program)
        self.wait_until(lambda: self.processes_of(program), process)
        process.kill()
        process.communicate(timeout=PATIENCE)
        self.wait_until(lambda: not self.processes_of(program))

    @staticmethod
    def processes_of(program):
        listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
        return [line for line in listed.splitlines() if line.split()[:1] == [str(program)]]


if __name__ == "__main__":
    unittest.main()
