"""A non-zero exit status is a finding unless --fail-on-exit=no says that the program means it."""

import unittest

import failing
from harness import command


class ExitStatus(failing.Failing):
    def assert_exits(self, name, status, *options, arguments=()):
        ended = self.explore(name, *options, arguments=arguments)
        self.assertEqual(ended.code, command.FINDING, ended)
        finding = self.finding(name)
        self.assertEqual(finding["kind"], "exit_code")
        self.assertIn(f"exit status {status}", finding["message"])
        self.assertIn(f"code {status}", finding["signature"])
        self.assert_replays(name)
        return finding

    def test_is_a_finding(self):
        for strategy in ("sample", "dpor", "auto"):
            with self.subTest(strategy=strategy):
                self.assert_exits("exit_from_main", 1, f"--strategy={strategy}")

    def test_however_it_ends(self):
        for function in ("_exit", "quick_exit"):
            with self.subTest(function=function):
                self.assert_exits("exit_from_main", 1, arguments=[function])

    def test_option_may_be_bare(self):
        self.assert_exits("exit_from_main", 1, "--fail-on-exit")
        self.assert_exits("exit_from_main", 1, "--fail-on-exit=yes")

    def test_has_the_place_of_the_call(self):
        for name, source, status in (("exit_status", "exit_status.c", 3), ("exit_in_constructor", "exit_in_constructor.cc", 4)):
            with self.subTest(name=name):
                finding = self.assert_exits(name, status)
                self.assertEqual(finding["stack"][0]["line"], failing.marked_line(source, name), finding["stack"])

    def test_is_counted_where_it_is_none(self):
        for strategy in ("sample", "dpor"):
            with self.subTest(strategy=strategy):
                ended = self.explore("exit_from_main", "--fail-on-exit=no", f"--strategy={strategy}")
                self.assertEqual(ended.code, command.CLEAN, ended)
                (status, count), = ended.summary["exit_statuses"].items()
                self.assertEqual(status, "1")
                self.assertTrue(0 < count < ended.summary["runs"], ended.summary)
                self.assertIn(f"{count} run{'s' if count > 1 else ''} ended with exit status 1", ended.output)

    def test_count_outlives_a_session(self):
        first = self.explore("exit_from_main", "--fail-on-exit=no", "--strategy=random")
        both = self.sleave.run(failing.program("exit_from_main"), f"--runs={2 * failing.RUNS}", "--time=0", "--resume",
                               "--fail-on-exit=no")
        self.assertGreater(both.summary["exit_statuses"]["1"], first.summary["exit_statuses"]["1"])

    def test_values(self):
        ended = self.explore("exit_from_main", "--fail-on-exit=perhaps")
        self.assertEqual(ended.code, command.USAGE, ended)
        self.assertIn("--fail-on-exit", ended.output)

    def test_settings_file(self):
        for value, code in (("false", command.CLEAN), ('"no"', command.CLEAN), ("true", command.FINDING)):
            with self.subTest(value=value):
                (self.sleave.folder / "sleave.toml").write_text(f"[run]\nfail_on_exit = {value}\n")
                self.assertEqual(self.explore("exit_from_main").code, code)


if __name__ == "__main__":
    unittest.main()
