"""Assertions as Catch2 3.x makes them are recognized: text, line, and a message that the framework moves from."""

import unittest

import failing
from harness import command

NAME, SOURCE = "catch2_v3", "catch2_v3.cc"


class Catch2Version3(failing.Failing):
    def case(self, case):
        return self.explore(NAME, "--minimize=off", arguments=[case])

    def check_fails_before(self, case, mark, text):
        """The message names the line of the macro, which is one or two before the call that fails."""
        self.assertEqual(self.case(case).code, command.FINDING)
        finding = self.finding(NAME)
        self.assertEqual(finding["kind"], "assertion")
        line = failing.marked_line(SOURCE, mark)
        self.assertRegex(finding["message"], rf"/{SOURCE}:({line - 1}|{line - 2}): {text}$")
        self.assertEqual(finding["stack"][0]["line"], line)
        self.assert_replays(NAME)

    def test_expression(self):
        self.check_fails_before("checks", "checks", r"add_from_two_threads\(\) == 2")

    def test_short_message(self):
        self.check_fails_before("short", "message", "gives up")

    def test_long_message(self):
        self.check_fails_before("long", "message", "gives up after an update of the counter was lost")

    def test_warning_is_no_failure(self):
        self.assertEqual(self.case("warns").code, command.CLEAN)


if __name__ == "__main__":
    unittest.main()
