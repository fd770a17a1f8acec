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
            ended = sleave.run(BUILD / "tests" / "long" / "striped_map", "--time=300s")
            self.assertEqual(ended.code, command.FINDING, ended)
            finding = json.loads((pathlib.Path(folder) / "sleave-out/striped_map/findings/1/finding.json").read_text())
            self.assertGreater(finding["events"], 300_000)
            self.assertLessEqual(finding["preemptions"], 4)
            cause = finding["cause"]
            self.assertTrue(cause["tried"], cause["why_not"])
            self.assertEqual(cause["failed"], cause["runs"])
            self.assertLess(cause["reversed_failed"], cause["reversed_runs"])
            # What is read before another thread has written it: a get in line 19, between a get and the put behind it.
            self.assertRegex(" ".join(cause["orderings"]), r"'s .*lock of counts\.locks_\[\d\] .* comes ")
            report = sleave.call("show", "1")
            self.assertLessEqual(len(report.output.splitlines()), 60, report.output)
            full = sleave.call("show", "--full", "1")
            self.assertGreaterEqual(len(full.output.splitlines()), len(report.output.splitlines()))
            self.assertEqual(sleave.call("replay", "--times=3", "1").code, command.FINDING)


if __name__ == "__main__":
    unittest.main()
