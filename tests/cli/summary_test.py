"""The summary: every promised field, with values that agree with each other and with theory."""

import unittest

import session
from harness import command

FIELDS = {
    "result": str, "strategy": str, "seed": int, "runs": int, "distinct": int, "seconds": (int, float),
    "runs_per_second": (int, float), "events_per_run": (int, float), "cost": int, "isolation": str, "findings": list,
    "uncontrolled": list,
}
FINDING_FIELDS = {"id": int, "kind": str, "signature": str, "first_run": int, "replay": str}


class Summary(session.Session):
    def assert_fields(self, record, fields):
        for name, kind in fields.items():
            self.assertIn(name, record)
            self.assertIsInstance(record[name], kind, name)

    def test_clean_campaign(self):
        ended = self.sleave.run(session.REPAIRED, "--runs=300", "--seed=9", "--isolation=exec")
        self.assert_code(ended, command.CLEAN)
        self.assert_fields(ended.summary, FIELDS)
        self.assertEqual(ended.summary["result"], "sampled")
        self.assertEqual(ended.summary["runs"], 300)
        self.assertEqual(ended.summary["seed"], 9)
        self.assertEqual(ended.summary["isolation"], "exec")
        self.assertEqual(ended.summary["findings"], [])
        rate = ended.summary["runs"] / ended.summary["seconds"]
        self.assertAlmostEqual(ended.summary["runs_per_second"] / rate, 1, delta=0.1)

    def test_finding(self):
        ended = self.sleave.run(session.BUGGY, "--strategy=random")
        self.assert_code(ended, command.FINDING)
        self.assert_fields(ended.summary, FIELDS)
        self.assertEqual(ended.summary["result"], "finding")
        self.assertEqual(ended.summary["strategy"], "random")
        finding = ended.summary["findings"][0]
        self.assert_fields(finding, FINDING_FIELDS)
        self.assertEqual(finding["kind"], "assertion")

    def test_distinct_counts_classes(self):
        # Two atomic additions to one counter: two orders. Load and store in two threads: of the six interleavings those
        # that differ only in the order of the two loads are equivalent, which leaves four.
        for program, classes in ((session.REPAIRED, 2), (session.BUGGY, 4)):
            with self.subTest(program.parent.name):
                ended = self.sleave.run(program, "--runs=1000", "--keep-going", out=program.parent.name)
                self.assertEqual(ended.summary["runs"], 1000)
                self.assertEqual(ended.summary["distinct"], classes)

    def test_same_bug_is_one_finding(self):
        ended = self.sleave.run(session.BUGGY, "--runs=1000", "--keep-going")
        self.assertEqual(len(ended.summary["findings"]), 1)

    def test_same_seed_same_campaign(self):
        first = self.sleave.run(session.BUGGY, "--seed=5", out="first").summary["findings"][0]
        second = self.sleave.run(session.BUGGY, "--seed=5", out="second").summary["findings"][0]
        for field in ("kind", "signature", "first_run"):
            self.assertEqual(first[field], second[field])

    def test_jobs_find_the_same(self):
        ended = self.sleave.run(session.BUGGY, "--jobs=2", "--runs=1000", "--keep-going")
        self.assert_code(ended, command.FINDING)
        self.assertEqual(ended.summary["runs"], 1000)
        self.assertEqual(ended.summary["distinct"], 4)

    def test_findings_are_minimized_unless_told_otherwise(self):
        smaller = self.sleave.run(session.BUGGY, "--seed=5", out="smaller").summary["findings"][0]
        found = self.sleave.run(session.BUGGY, "--seed=5", "--minimize=off", out="found").summary["findings"][0]
        self.assertNotIn("minimized", found)
        self.assertGreater(smaller["minimized"]["runs"], 0)
        self.assertEqual(smaller["minimized"]["from_switches"], found["switches"])
        self.assertEqual(smaller["signature"], found["signature"])
        # Two threads, each of which must be interrupted or begin: main, one, the other, the first again, main.
        self.assertEqual((smaller["preemptions"], smaller["switches"]), (1, 4))

    def test_uncontrolled_calls_are_listed(self):
        parent = session.BUILD / "tests" / "semantics" / "sleave" / "fork_children"
        ended = self.sleave.run(parent, "--runs=20")
        self.assert_code(ended, command.CLEAN)
        self.assertIn("a child process", ended.summary["uncontrolled"])


if __name__ == "__main__":
    unittest.main()
