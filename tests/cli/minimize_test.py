"""A finding that is named at once and minimized later: by its campaign, or by sleave minimize."""

import json
import unittest

import session
from harness import command

PROGRAM = session.BUILD / "tests" / "bugs" / "present" / "account"


class Minimize(session.Session):
    def finding(self):
        return json.loads((self.sleave.finding_folder(PROGRAM) / "finding.json").read_text())

    def found(self, *options):
        ended = self.sleave.run(PROGRAM, "--runs=5000", "--strategy=random", *options)
        self.assert_code(ended, command.FINDING)
        return ended

    def test_a_finding_is_named_before_its_report(self):
        output = self.found().output
        self.assertRegex(output, r"(?m)^finding 1 in run \d+: .* at account.c:\d+; minimizing it$")
        self.assertLess(output.index("minimizing it"), output.index("Result: finding"))

    def test_later_gives_what_the_campaign_gives(self):
        self.found()
        at_once = self.finding()
        self.found("--minimize=off")
        self.assertEqual(self.finding()["minimized"]["runs"], 0)
        ended = self.sleave.call("minimize", "--out=out", "1")
        self.assert_code(ended, command.CLEAN)
        later = self.finding()
        for field in ("signature", "events", "switches", "preemptions", "first_run"):
            self.assertEqual(later[field], at_once[field], field)
        for field in ("events", "switches", "threads", "unfinished"):
            self.assertEqual(later["minimized"][field], at_once["minimized"][field], field)
        self.assertEqual(later["cause"]["orderings"], at_once["cause"]["orderings"])
        self.assertIn("It fails whenever", ended.output)
        self.assert_code(self.sleave.call("replay", "--out=out", "--times=20", "1"), command.FINDING)

    def test_what_ended_early_says_so_and_can_be_continued(self):
        self.found("--minimize=off")
        self.assert_code(self.sleave.call("minimize", "--out=out", "--time=1ms", "1"), command.CLEAN)
        early = self.finding()
        self.assertEqual(early["minimized"]["unfinished"], "the time was over")
        self.assertTrue(early["cause"]["cut_short"])
        shown = self.sleave.call("show", "--out=out", "1").output
        self.assertIn("Minimizing ended early: the time was over. To continue:", shown)
        self.assertIn("sleave minimize out/account/findings/1", shown)
        self.assert_code(self.sleave.call("minimize", "--out=out", "1"), command.CLEAN)
        self.assertEqual(self.finding()["minimized"]["unfinished"], "")
        self.assertTrue(self.finding()["cause"]["tried"])

    def test_a_finding_outside_a_campaign_is_left_alone(self):
        self.found("--minimize=off")
        copy = self.folder / "kept"
        self.sleave.finding_folder(PROGRAM).rename(copy)
        ended = self.sleave.call("minimize", copy)
        self.assert_code(ended, command.USAGE)
        self.assertIn("is not in the folder of a campaign", ended.output)


if __name__ == "__main__":
    unittest.main()
