"""Failures in runs of 350,000 and of over a million events: minimized, explained, and reported on one screen."""

import json
import os
import pathlib
import resource
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
MOST_LINES = 60
MILLION = 1_000_000
# Processor time of the whole campaign: 60 s are the aim for minimizing and explaining, most of the rest is searching.
MOST_SECONDS = 120


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Long(unittest.TestCase):
    def explained(self, program, events, *options):
        """The finding in the program, after checking that its explanation, its report and its replay hold."""
        with tempfile.TemporaryDirectory() as folder:
            sleave = command.Sleave(BUILD / "bin" / "sleave", pathlib.Path(folder))
            ended = sleave.run(BUILD / "tests" / "long" / program, "--strategy=auto", "--runs=0", *options)
            self.assertEqual(ended.code, command.FINDING, ended)
            finding = json.loads((sleave.finding_folder(program) / "finding.json").read_text())
            self.assertGreater(finding["events"], events)
            self.assertLessEqual(finding["preemptions"], 4)
            cause = finding["cause"]
            self.assertTrue(cause["tried"], cause["why_not"])
            self.assertEqual(cause["failed"], cause["runs"])
            self.assertLess(cause["reversed_failed"], cause["reversed_runs"])
            report = sleave.call("show", "--out=out", "1")
            self.assertLessEqual(len(report.output.splitlines()), MOST_LINES, report.output)
            full = sleave.call("show", "--out=out", "--full", "1")
            self.assertGreaterEqual(len(full.output.splitlines()), len(report.output.splitlines()))
            self.assertEqual(sleave.call("replay", "--out=out", "--times=3", "1").code, command.FINDING)
            return finding

    def explained_in_time(self, program):
        """A run of a million events. The time of a campaign is what an idle machine needs many times over."""
        before = processor_seconds()
        finding = self.explained(program, MILLION, "--time=400s", "--max-steps=3000000")
        self.assertLess(processor_seconds() - before, MOST_SECONDS)
        return " ".join(finding["cause"]["orderings"])


class StripedMap(Long):
    def test_the_lost_update_is_explained(self):
        # Enough for a machine under load; an idle one takes a tenth of it.
        finding = self.explained("striped_map", 300_000, "--time=300s")
        # A read of one thread comes between the read and the write of another.
        self.assertRegex(" ".join(finding["cause"]["orderings"]),
                         r"lock of counts\.locks_\[\d\] .* comes (between|before)")


class Million(Long):
    def test_the_lost_update_is_explained(self):
        self.assertRegex(self.explained_in_time("late_update"),
                         r"lock of total\.mutex_ \(late_update\.cc:\d+\) comes between .* lock of total\.mutex_ "
                         r".* and its lock of total\.mutex_")

    def test_the_late_store_is_explained(self):
        self.assertRegex(self.explained_in_time("late_order"),
                         r"T1's load of summary .* comes (between T2's .* and its|before T2's) store of summary")

    def test_the_deadlock_is_explained(self):
        orderings = self.explained_in_time("late_deadlock")
        taken = r"lock of accounts\[\d\]\.mutex \(late_deadlock\.cc:\d+\)"
        self.assertRegex(orderings, rf"(T\d)'s {taken} comes before (T\d)'s {taken}.*\2's {taken} comes before \1's {taken}")


if __name__ == "__main__":
    unittest.main()
