#!/usr/bin/env python3
"""A client without Sleave: the right class passes, wrong words are refused, and a wrong class that fails says why.

    check_stress.py RIGHT WRONG
"""

import subprocess
import sys
import unittest

RIGHT, WRONG = sys.argv[1:3]


class Stress(unittest.TestCase):
    def test_right(self):
        self.assertEqual(subprocess.run([RIGHT, "--rounds=300", "--threads=3"], check=False).returncode, 0)

    def test_wrong(self):
        """Chance decides whether it fails; if it does, it says why."""
        ended = subprocess.run([WRONG, "--rounds=300"], check=False, capture_output=True, text=True)
        if ended.returncode != 0:
            self.assertIn("No order of these calls gives these results:", ended.stderr)

    def test_unknown_words(self):
        for word in ("--speed=3", "--calls=", "--calls=x", "--calls=-1", "--calls=99999999999"):
            ended = subprocess.run([RIGHT, word], check=False, capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, word)
            self.assertIn("--threads=N", ended.stderr)

    def test_no_client(self):
        for word in ("--calls=1", "--threads=1"):
            ended = subprocess.run([RIGHT, word], check=False, capture_output=True, text=True)
            self.assertEqual(ended.returncode, 2, word)
            self.assertIn("two threads and two calls", ended.stderr)

    def test_too_many_calls(self):
        """The check counts calls in a word of 64 bits; two of them are main's."""
        for calls, code in (("62", 0), ("63", 2)):
            ended = subprocess.run([RIGHT, f"--calls={calls}", "--rounds=0"], check=False, capture_output=True, text=True)
            self.assertEqual(ended.returncode, code, ended.stderr)
        self.assertIn("at most 64 calls", ended.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
