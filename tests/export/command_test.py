#!/usr/bin/env python3
"""`sleave export` itself: which findings it means, where it writes, what it says when it cannot; annotations for GitHub."""

import re
import subprocess
import unittest

import exported
from harness import command


class Command(exported.Exported):
    def refused(self, *words):
        ended = subprocess.run([exported.SLEAVE, "export", *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended)
        return ended.stderr

    def test_a_finding_has_several_names(self):
        texts = {self.export("--sarif", *name) for name in
                 ([], ["1"], ["lost_update"], ["lost_update/1"], ["sleave-out/lost_update"], ["sleave-out/lost_update/findings/1"])}
        self.assertEqual(len(texts), 1)

    def test_to_a_file(self):
        self.assertEqual(self.export("--github", "--output=notes.txt"), "")
        self.assertEqual((self.folder / "notes.txt").read_text(encoding="utf-8"), self.export("--github"))

    def test_usage(self):
        self.assertIn("--sarif", self.refused())
        self.assertIn("use only one format", self.refused("--sarif", "--junit"))
        self.assertIn("no finding 7", self.refused("--sarif", "7"))
        self.assertIn("no campaign", self.refused("--sarif", "--out=nowhere"))
        self.assertIn("did you mean --sarif?", self.refused("--sarf"))

    def test_annotations(self):
        lines = self.export("--github", f"--root={exported.SOURCES}").splitlines()
        self.assertEqual(len(lines), 1)
        match = re.fullmatch(r"::error title=([^,:]*),file=([^,:]*),line=(\d+),col=(\d+)::(.*)", lines[0])
        self.assertEqual(match[2], "tests/bugs/present/lost_update.cc")
        source = (exported.SOURCES / match[2]).read_text(encoding="utf-8").splitlines()
        self.assertIn("assert(", source[int(match[3]) - 1])
        self.assertIn("%0Asleave replay sleave-out/lost_update/findings/1", match[5])


if __name__ == "__main__":
    unittest.main()
