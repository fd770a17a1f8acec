"""Data races in a campaign: what they lead to, how they are suppressed, and how the search for them is turned off."""

import unittest

import session
from harness import command

RACY = session.BUGGY.parent / "race_counter"


class Races(session.Session):
    def suppressions(self, text):
        path = self.sleave.folder / "suppressions.txt"
        path.write_text(text)
        return f"--suppressions={path}"

    def test_the_race_and_what_it_leads_to(self):
        ended = self.sleave.run(RACY)
        self.assert_code(ended, command.FINDING)
        race, *others = ended.summary["findings"]
        self.assertEqual(race["kind"], "data_race")
        worse = [finding["id"] for finding in others if finding["kind"] == "assertion"]
        self.assertTrue(worse, ended)
        self.assertEqual(race["led_to"], worse)

    def test_report_has_both_sides(self):
        ended = self.sleave.run(RACY, "--runs=1")
        self.assertIn("Previous ", ended.output)
        self.assertIn("race_counter.cc:10", ended.output)

    def test_suppressed(self):
        rules = self.suppressions("# known\nrace:hit\nrace:nobody\n")
        ended = self.sleave.run(RACY, "--runs=200", rules)
        self.assert_code(ended, command.CLEAN)
        matched = {entry["rule"]: entry["matched"] for entry in ended.summary["suppressions"]}
        self.assertEqual(set(matched), {"race:hit", "race:nobody"})
        self.assertGreater(matched["race:hit"], 0)
        self.assertEqual(matched["race:nobody"], 0)
        self.assertIn("race:nobody  matched nothing", ended.output)

    def test_file_that_is_none(self):
        self.assert_code(self.sleave.run(RACY, self.suppressions("rice:hit\n")), command.USAGE)
        self.assert_code(self.sleave.run(RACY, "--suppressions=/nowhere/at/all"), command.ENVIRONMENT)

    def test_off(self):
        self.assert_code(self.sleave.run(RACY, "--runs=200", "--races=off"), command.CLEAN)

    def test_complete_without_them(self):
        # Exchanging alike threads rests on the absence of races, so it is left out as well.
        ended = self.sleave.run(session.REPAIRED, "--strategy=dpor", "--races=off")
        self.assert_code(ended, command.CLEAN)
        self.assertEqual(ended.summary["result"], "complete", ended)
        self.assertIn("data races not looked for (--races=off)", ended.summary["assumptions"])
        self.assertNotIn("one class for all exchanges of alike threads", ended.summary["assumptions"])


if __name__ == "__main__":
    unittest.main()
