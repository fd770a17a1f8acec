"""A program with findings, explored once for a test file, and what `sleave export` makes of them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
SLEAVE = BUILD / "bin" / "sleave"
SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent
BUGGY = BUILD / "tests" / "bugs" / "present" / "lost_update"
REPAIRED = BUILD / "tests" / "bugs" / "absent" / "lost_update"


class Exported(unittest.TestCase):
    """Each class explores BUGGY; its findings are below `folder`/sleave-out."""

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.folder = pathlib.Path(place.name)
        cls.explore(BUGGY)

    @classmethod
    def explore(cls, program, *options):
        call = [SLEAVE, "run", "--strategy=sample", "--runs=50", *options, program]
        ended = subprocess.run(call, cwd=cls.folder, capture_output=True, text=True, check=False)
        assert ended.returncode in (command.CLEAN, command.FINDING), ended

    def export(self, *words):
        ended = subprocess.run([SLEAVE, "export", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(ended.returncode, command.CLEAN, ended.stderr)
        return ended.stdout
