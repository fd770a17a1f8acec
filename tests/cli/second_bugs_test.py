"""With --keep-going a failure that every run has does not hide the one behind it."""

import unittest

import session
from harness import command

PROGRAM = session.BUILD / "tests" / "cli" / "second_bugs"
FIRST = ("heap_overflow", "heap_use_after_free", "double_free", "invalid_free", "destroyed_in_use", "lock_held_at_exit")


class SecondBugs(session.Session):
    def check(self, bug, *options):
        ended = self.sleave.run(PROGRAM, *options, "--keep-going", arguments=[bug], out=bug)
        self.assert_code(ended, command.FINDING)
        self.assertEqual([finding["kind"] for finding in ended.summary["findings"]], [bug, "assertion"], ended)
        self.assertEqual(ended.summary["findings"][0]["count"], 1, "later runs continue past it")
        for number in (1, 2):
            again = self.sleave.replay(self.sleave.finding_folder(PROGRAM, number, out=bug), "--times=3")
            self.assert_code(again, command.FINDING)

    def test_it_is_found_and_both_replay(self):
        for bug in FIRST:
            with self.subTest(bug):
                self.check(bug, "--strategy=random", "--runs=200")

    def test_in_every_isolation(self):
        for isolation in ("fork", "exec"):
            with self.subTest(isolation):
                self.check("destroyed_in_use", "--strategy=random", "--runs=50", f"--isolation={isolation}")

    def test_without_the_option_the_first_ends_the_search(self):
        ended = self.sleave.run(PROGRAM, "--strategy=random", "--runs=200", arguments=["double_free"])
        self.assertEqual([finding["kind"] for finding in ended.summary["findings"]], ["double_free"], ended)


if __name__ == "__main__":
    unittest.main()
