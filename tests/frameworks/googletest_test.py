"""A failed assertion of GoogleTest is a finding at its line, with the framework's text."""

import unittest

import failing
from harness import command

NAME, SOURCE = "googletest", "googletest.cc"


class GoogleTest(failing.Failing):
    def case(self, case, *options):
        return self.explore(NAME, "--minimize=off", *options, arguments=[f"--gtest_filter=Counter.{case}"])

    def test_assertions(self):
        for case, words in (
            ("Expects", ["Expected equality of these values: add_from_two_threads(), Which is: 1, sum_of(1, 1), Which is: 2",
                         "an update, was lost"]),
            ("Asserts", ["Expected: (total) != (1), actual: 1 vs 1"]),
            ("InThread", ["Expected: (total) < (1), actual: 1 vs 1"]),
            ("Fails", ["Failed: gives up"]),
        ):
            with self.subTest(case=case):
                self.assert_fails_at(self.case(case), NAME, SOURCE, case, words)

    def test_stack_is_that_of_the_thread(self):
        self.case("InThread")
        finding = self.finding(NAME)
        self.assertNotEqual(finding["threads"][finding["thread"]]["label"], "main")

    def test_expected_failures_are_none(self):
        for case in ("Catches", "Skips"):
            with self.subTest(case=case):
                self.assertEqual(self.case(case).code, command.CLEAN)

    def test_exceptions_show_in_the_exit_status(self):
        self.assertEqual(self.case("Throws").code, command.FINDING)
        self.assertIn("exit status 1", self.finding(NAME)["message"])

    def test_systematic_search(self):
        self.assert_fails_at(self.case("Expects", "--strategy=dpor"), NAME, SOURCE, "Expects", ["an update"])

    def test_not_counted(self):
        ended = self.case("Expects", "--fail-on-exit=no")
        self.assertEqual(ended.code, command.CLEAN, ended)
        self.assertGreater(ended.summary["exit_statuses"]["1"], 0)

    def test_cases(self):
        ended = self.explore(NAME, "--minimize=off", "--cases=Counter.*")
        self.assertEqual(ended.code, command.FINDING, ended)
        results = {case["case"]: case["result"] for case in ended.summary["cases"]}
        expected = {f"Counter.{case}": "finding" for case in ("Expects", "Asserts", "InThread", "Fails", "Throws")}
        self.assertEqual({name for name, result in results.items() if result == "finding"}, set(expected))
        self.assertEqual(len(results), 7)


if __name__ == "__main__":
    unittest.main()
