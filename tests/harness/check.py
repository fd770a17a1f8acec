"""Checks that say what was expected and what came, and go on to the end."""

import sys


class Checks:
    def __init__(self):
        self.failures = 0

    def that(self, condition, words, detail=""):
        if condition:
            return True
        self.failures += 1
        print(f"FAILED: {words}")
        if str(detail).strip():
            print("    " + str(detail).strip().replace("\n", "\n    "))
        return False

    def equal(self, seen, expected, words, detail=""):
        return self.that(seen == expected, f"{words}: expected {expected!r}, got {seen!r}", detail)

    def finish(self):
        sys.stdout.flush()
        return 1 if self.failures else 0
