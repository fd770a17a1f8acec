"""A line `needs: ...` is there if and only if the failure needs that choice.

What is true is known by searching without it: runs that may not make the choice never fail, or do.
"""

import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
REUSE = "reuse of a freed address"
SEEDS = range(1, 4)


class Needs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)

    def explore(self, name, *options):
        """How it ended, and the finding."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        sleave = command.Sleave(BUILD / "bin" / "sleave", folder)
        program = BUILD / "tests" / "explanations" / name
        ended = sleave.run(program, "--time=0", "--runs=2000", *options)
        finding = sleave.finding_folder(program) / "finding.json"
        if ended.code == command.FINDING:
            replayed = sleave.replay(finding.parent, "--times=3")
            self.assertEqual(replayed.code, command.FINDING, replayed)
        return ended, json.loads(finding.read_text()) if finding.exists() else None

    def test_needed(self):
        without, _ = self.explore("needs_reuse", "--choices=default,-reuse", "--strategy=dpor")
        self.assertEqual(without.code, command.CLEAN, without)
        self.assertEqual(without.summary["result"], "complete", without)
        for seed in SEEDS:
            ended, finding = self.explore("needs_reuse", f"--seed={seed}")
            self.assertEqual(ended.code, command.FINDING, ended)
            self.assertEqual(finding["needs"], [REUSE])
            self.assertIn(f"needs: {REUSE}", ended.output)

    def test_not_needed(self):
        without, _ = self.explore("needs_no_reuse", "--choices=default,-reuse")
        self.assertEqual(without.code, command.FINDING, without)
        for seed in SEEDS:
            ended, finding = self.explore("needs_no_reuse", f"--seed={seed}")
            self.assertEqual(ended.code, command.FINDING, ended)
            self.assertEqual(finding["needs"], [])
            self.assertNotIn("needs:", ended.output)


if __name__ == "__main__":
    unittest.main()
