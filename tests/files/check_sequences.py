#!/usr/bin/env python3
"""Compares random sequences of file operations under Sleave with the same natively (README.md)."""

import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SEQUENCES = pathlib.Path(sys.argv[1])
SLEAVE = pathlib.Path(os.environ["SLEAVE_BUILD"]) / "bin" / "sleave"
FULL = os.environ.get("SLEAVE_TEST_SIZE") in ("full", "nightly")
AT_ONCE = 250 if FULL else 80  # sequences of one run


def digest(folder):
    """Of everything that lies below it: names, modes, times and contents."""
    total = hashlib.sha256()
    for path in sorted(pathlib.Path(folder).rglob("*")):
        status = path.lstat()
        total.update(f"{path}\0{status.st_mode}\0{status.st_nlink}\0{status.st_mtime_ns}\0".encode())
        if path.is_symlink():
            total.update(os.readlink(path).encode())
        elif path.is_file():
            total.update(path.read_bytes())
    return total.hexdigest()


class Sequences(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def prepare(self, name, count):
        """Deep enough that no sequence of ".." leaves it."""
        folder = self.folder / name / "1" / "2" / "3"
        folder.mkdir(parents=True)
        subprocess.run([SEQUENCES, "prepare", folder, str(count)], check=True)
        return folder

    def compare(self, first, count, isolation, runs=2):
        tag = f"{isolation}{first}"
        lines = self.folder / f"{tag}.txt"
        native = self.prepare(f"native-{tag}", count)
        subprocess.run([SEQUENCES, "record", native, str(first), str(count), lines], check=True)
        self.assertEqual(len(lines.read_text(errors="replace").splitlines()), 50 * count)
        overlay = self.prepare(f"sleave-{tag}", count)
        before = digest(overlay)
        options = ["--races=off", "--memory=0", "--max-steps=1000000000", "--time=0", "--minimize=off"]
        result = subprocess.run(
            [SLEAVE, "run", f"--runs={runs}", f"--isolation={isolation}", f"--out={self.folder / 'out'}", *options,
             SEQUENCES, "check", overlay, str(first), str(count), lines],
            capture_output=True, text=True)
        if result.returncode == 1:
            finding = self.folder / "out" / "sequences" / "findings" / "1"
            again = subprocess.run([SLEAVE, "replay", finding], capture_output=True, text=True, errors="replace")
            differ = [line for line in (again.stdout + again.stderr).splitlines() if line.startswith(("kernel", "here"))]
            self.fail("\n".join(differ[:20]))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertNotIn("fork", result.stdout if isolation == "reset" else "")
        self.assertEqual(digest(overlay), before, "the disk was changed")

    def test_reset(self):
        for first in range(0, 10000 if FULL else AT_ONCE, AT_ONCE):
            self.compare(first, AT_ONCE, "reset")

    def test_fork(self):
        self.compare(20000, 20, "fork")

    def test_exec(self):
        self.compare(30000, 20, "exec")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
