"""Runs that reach --max-steps: counted, and a deadlock that other threads hide is described."""

import unittest

import session
from harness import command

HIDDEN_DEADLOCK = session.BUILD / "tests" / "cli" / "hidden_deadlock"


class CutShort(session.Session):
    def test_a_wait_that_may_be_a_deadlock_is_described(self):
        ended = self.sleave.run(HIDDEN_DEADLOCK, "--runs=8", "--max-steps=1000")
        self.assert_code(ended, command.CLEAN)
        self.assertEqual(ended.summary["step_limited"], 8)
        self.assertRegex(ended.output, r"8 runs were cut short at the step limit \(--max-steps\); in run 1 T2 waited from "
                         r"event \d+ on for a lock that T1 holds, and T1 from event \d+ on for somebody else\.")


if __name__ == "__main__":
    unittest.main()
