"""What the command-line tests have in common: the build they test, and a fresh folder for each case.

SLEAVE_BUILD names the build folder (ctest sets it).
"""

import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
BUGGY = BUILD / "tests" / "bugs" / "present" / "lost_update"
REPAIRED = BUILD / "tests" / "bugs" / "absent" / "lost_update"


class Session(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        self.sleave = command.Sleave(BUILD / "bin" / "sleave", self.folder)

    def assert_code(self, ended, code):
        self.assertEqual(ended.code, code, ended)
