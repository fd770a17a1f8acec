"""Every exit code, and the words that come with it: the nearest name for a typing error, the repair for a wrong target."""

import shutil
import unittest

import session
from harness import command


class ExitCodes(session.Session):
    def test_clean(self):
        ended = self.sleave.run(session.REPAIRED, "--runs=50")
        self.assert_code(ended, command.CLEAN)
        self.assertIn("sampled", ended.output)

    def test_finding(self):
        self.assert_code(self.sleave.run(session.BUGGY), command.FINDING)

    def test_unknown_option_names_the_nearest(self):
        ended = self.sleave.call("run", "--sead=3", session.REPAIRED)
        self.assert_code(ended, command.USAGE)
        self.assertIn("--seed", ended.output)

    def test_unknown_command_names_the_nearest(self):
        ended = self.sleave.call("replya", "x")
        self.assert_code(ended, command.USAGE)
        self.assertIn("replay", ended.output)

    def test_wrong_value(self):
        for option in ("--runs=many", "--time=5parsecs", "--strategy=guess", "--isolation=spoon"):
            with self.subTest(option):
                self.assert_code(self.sleave.call("run", option, session.REPAIRED), command.USAGE)

    def test_no_program(self):
        self.assert_code(self.sleave.call("run"), command.USAGE)

    def test_no_such_program(self):
        ended = self.sleave.call("run", "./no-such-program")
        self.assertIn(ended.code, (command.USAGE, command.ENVIRONMENT), ended)
        self.assertIn("no-such-program", ended.output)

    def test_program_not_built_with_sleave(self):
        for isolation in ("fork", "exec"):
            with self.subTest(isolation):
                ended = self.sleave.call("run", f"--isolation={isolation}", shutil.which("true"))
                self.assert_code(ended, command.ENVIRONMENT)
                self.assertIn("sleave-c++", ended.output)

    def test_no_such_finding(self):
        ended = self.sleave.call("replay", "sleave-out/nothing/findings/1")
        self.assertIn(ended.code, (command.USAGE, command.ENVIRONMENT), ended)

    def test_help_and_version(self):
        for words in (["--help"], ["run", "--help"], ["--version"]):
            with self.subTest(words):
                self.assert_code(self.sleave.call(*words), command.CLEAN)

    def test_doctor_is_content_here(self):
        self.assert_code(self.sleave.call("doctor"), command.CLEAN)


if __name__ == "__main__":
    unittest.main()
