"""A failed assertion of Catch2 is a finding at its line, with the framework's text."""

import unittest

import failing
from harness import command

NAME, SOURCE = "catch2", "catch2.cc"


@unittest.skipUnless(failing.program(NAME).exists(), "catch2 is not installed")
class Catch2(failing.Failing):
    def case(self, case, *options):
        return self.explore(NAME, "--minimize=off", *options, arguments=[case])

    def test_assertions(self):
        for case, words in (
            ("checks", ["add_from_two_threads() == 2"]),
            ("requires", ["add_from_two_threads() == 2"]),
            ("negated", ["add_from_two_threads() == 1"]),
            ("fails", ["gives up"]),
            ("throws", ["throw std::runtime_error", "unexpected exception"]),
            ("does not throw", ["no exception was thrown"]),
        ):
            with self.subTest(case=case):
                self.assert_fails_at(self.case(case), NAME, SOURCE, case, words)

    def test_what_passes(self):
        self.assertEqual(self.case("passes").code, command.CLEAN)

    def test_exceptions_show_in_the_exit_status(self):
        self.assertEqual(self.case("escapes").code, command.FINDING)
        self.assertIn("exit status 1", self.finding(NAME)["message"])

    def test_expected_failures_are_none(self):
        ended = self.explore("catch2_may_fail")
        self.assertEqual(ended.code, command.CLEAN, ended)

    def test_cases(self):
        ended = self.explore(NAME, "--minimize=off", "--cases=*")
        self.assertEqual(ended.code, command.FINDING, ended)
        clean = [case["case"] for case in ended.summary["cases"] if case["result"] != "finding"]
        self.assertEqual(clean, ["passes"])


if __name__ == "__main__":
    unittest.main()
