"""A failure in a run of 350,000 events: minimized, explained, and reported on one screen."""

import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()


class StripedMap(unittest.TestCase):
    def test_the_lost_update_is_explained(self):
        with tempfile.TemporaryDirectory() as folder:
            sleave = command.Sleave(BUILD / "bin" / "sleave", pathlib.Path(folder))
            # Enough for a machine under load; an idle one takes a tenth of it.
            ended = sleave.run(BUILD / "tests" / "long" / "striped_map", "--time=300s", "--strategy=auto", "--runs=0")
            self.assertEqual(ended.code, command.FINDING, ended)
            finding = json.loads((sleave.finding_folder("striped_map") / "finding.json").read_text())
            self.assertGreater(finding["events"], 300_000)
            self.assertLessEqual(finding["preemptions"], 4)
            cause = finding["cause"]
            self.assertTrue(cause["tried"], cause["why_not"])
            self.assertEqual(cause["failed"], cause["runs"])
            self.assertLess(cause["reversed_failed"], cause["reversed_runs"])
            # A read of one thread comes between the read and the write of another.
            self.assertRegex(" ".join(cause["orderings"]), r"lock of counts\.locks_\[\d\] .* comes (between|before)")
            report = sleave.call("show", "--out=out", "1")
            self.assertLessEqual(len(report.output.splitlines()), 60, report.output)
            full = sleave.call("show", "--out=out", "--full", "1")
            self.assertGreaterEqual(len(full.output.splitlines()), len(report.output.splitlines()))
            self.assertEqual(sleave.call("replay", "--out=out", "--times=3", "1").code, command.FINDING)


if __name__ == "__main__":
    unittest.main()
