"""Runs that reach --max-steps: counted, and a deadlock that other threads hide is described. Runs that are lost: no verdict."""

import resource
import unittest

import session
from harness import command

HIDDEN_DEADLOCK = session.BUILD / "tests" / "cli" / "hidden_deadlock"


class CutShort(session.Session):
    def test_a_wait_that_may_be_a_deadlock_is_described(self):
        ended = self.sleave.run(HIDDEN_DEADLOCK, "--runs=8", "--max-steps=1000")
        self.assert_code(ended, command.CLEAN)
        self.assertEqual(ended.summary["step_limited"], 8)
        self.assertRegex(ended.output, r"8 runs were cut short at the step limit \(--max-steps\); in run 1 T2 waited since "
                         r"event \d+ for a lock that T1 holds, and T1 since event \d+ for another thread\.")

    def test_most_runs_lost_is_no_result(self):
        """With too little address space for a second run. How little that is depends on the machine, so all sizes are tried."""
        lost_most = 0
        for quarters in range(8, 40):
            most = quarters << 28
            self.sleave.prepare = lambda most=most: resource.setrlimit(resource.RLIMIT_AS, (most, most))
            ended = self.sleave.run(session.REPAIRED, "--runs=20")
            if ended.summary is None:
                self.assert_code(ended, command.ENVIRONMENT)
                continue
            lost = sum(ended.summary[reason] for reason in ("damaged", "refused", "memory_limited"))
            with self.subTest(gigabytes=quarters / 4, lost=lost):
                self.assertEqual(ended.code == command.CLEAN, lost == 0, ended)
                self.assertEqual("No failure" in ended.output, lost <= 10, ended)
                self.assertEqual(ended.summary["result"] == "lost", lost > 10, ended)
                lost_most += lost > 10
            if lost == 0:
                break
        self.assertGreater(lost_most, 0, "no size was too small for most runs and large enough for one")


if __name__ == "__main__":
    unittest.main()
