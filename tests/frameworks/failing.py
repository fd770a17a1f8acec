"""A program of this folder, the lines that it marks, and what is reported of it."""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SLEAVE_BUILD", "build/default")).resolve()
SOURCES = pathlib.Path(__file__).resolve().parent / "programs"
RUNS = 500


def program(name):
    return BUILD / "tests" / "frameworks" / name


def marked_line(source, mark):
    """The number of the line that says `FAILS: mark`."""
    lines = (SOURCES / source).read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.endswith(f"// FAILS: {mark}"))


class Failing(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.sleave = command.Sleave(BUILD / "bin" / "sleave", place.name)

    def explore(self, name, *options, arguments=()):
        shutil.rmtree(self.sleave.folder / "out", ignore_errors=True)  # findings are numbered anew
        return self.sleave.run(program(name), f"--runs={RUNS}", "--time=0", *options, arguments=arguments)

    def finding(self, name):
        folder = self.sleave.finding_folder(program(name))
        return json.loads((folder / "finding.json").read_text())

    def assert_replays(self, name):
        for isolation in ("exec", "fork", "reset"):
            ended = self.sleave.replay(self.sleave.finding_folder(program(name)), "--times=3", f"--isolation={isolation}")
            self.assertEqual(ended.code, command.FINDING, ended)
            self.assertIn("reproduced 3 of 3", ended.output)

    def assert_fails_at(self, ended, name, source, mark, words):
        """An assertion at the marked line, with these words; reports and exports agree."""
        self.assertEqual(ended.code, command.FINDING, ended)
        line = marked_line(source, mark)
        finding = self.finding(name)
        self.assertEqual(finding["kind"], "assertion", ended)
        for part in (f"{source}:{line}: ", *words):
            self.assertIn(part, finding["message"])
        top = finding["stack"][0]
        self.assertEqual((pathlib.Path(top["file"]).name, top["line"]), (source, line), finding["stack"])
        self.assertTrue(finding["signature"].endswith(f" {source}:{line}"), finding["signature"])
        functions = [frame["function"] for frame in finding["stack"]]
        self.assertFalse([f for f in functions if "testing::" in f or "Catch::" in f], functions)
        self.assert_replays(name)
        self.assert_exported(name, source, line)

    def assert_exported(self, name, source, line):
        folder = self.sleave.finding_folder(program(name))
        root = f"--root={SOURCES}"
        sarif = json.loads(self.sleave.call("export", "--sarif", root, folder).output)
        place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]), (source, line))
        self.assertIn(f"file={source},line={line},", self.sleave.call("export", "--github", root, folder).output)
        self.assertIn(f"{source}:{line}", self.sleave.call("export", "--html", root, folder).output)
