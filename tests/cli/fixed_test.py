"""After the program was changed: findings that went stale, failures that are still there, and sleave verify."""

import json
import pathlib
import shutil
import tempfile
import unittest

import session
from harness import command

# Two threads read, then write: the sum is lost if both read first. A line more moves everything, and is no fix.
SOURCE = """#include <atomic>
#include <cassert>
#include <thread>
%s
std::atomic<int> counter{0};

void count() {
  %s
}

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(counter.load() == 2);
}
"""
BUGGY = "const int seen = counter.load(); counter.store(seen + 1);"
FIXED = "counter.fetch_add(1);"
# Fails in every run, and elsewhere: what is asserted is another thing.
OTHERWISE = "if (counter.fetch_add(1) == 0) __builtin_trap();"


class Changed(session.Session):
    def setUp(self):
        super().setUp()
        self.program = self.folder / "counter"
        self.build(BUGGY)
        self.assert_code(self.run_it(), command.FINDING)

    @classmethod
    def setUpClass(cls):
        place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(place.cleanup)
        cls.workshop = pathlib.Path(place.name)
        cls.built = {}  # by source, each compiled once

    def build(self, body, lines=""):
        source = SOURCE % (lines, body)
        if source not in self.built:
            (self.workshop / "counter.cc").write_text(source)
            made = self.workshop / str(len(self.built))
            compiler = command.Sleave(session.BUILD / "bin" / "sleave-c++", self.workshop)
            self.assert_code(compiler.call("-std=c++20", "-g", "-O1", "-pthread", "counter.cc", "-o", made), command.CLEAN)
            self.built[source] = made
        shutil.copy2(self.built[source], self.program)

    def run_it(self, *options):
        return self.sleave.call("run", "--strategy=sample", "--runs=200", *options, self.program)

    def exported(self, *options):
        ended = self.sleave.call("export", "--sarif", *options)
        self.assert_code(ended, command.CLEAN)
        return len(json.loads(ended.output)["runs"][0]["results"])

    def test_a_finding_of_an_older_build_goes_stale(self):
        self.assertEqual(self.exported(), 1)
        self.build(FIXED)
        self.assertEqual(self.exported(), 1, "nothing has been run yet")
        self.assert_code(self.run_it(), command.CLEAN)
        self.assertEqual(self.exported(), 0)
        self.assertEqual(self.exported("counter"), 0)
        self.assertEqual(self.exported("--stale"), 1)
        self.assertEqual(self.exported("1"), 1, "it was named")
        self.assertIn("(stale)", self.sleave.call("show").output)
        self.assertIn("stale:", self.sleave.call("show", "1").output)
        junit = self.sleave.call("export", "--junit").output
        self.assertIn('failures="0"', junit)
        self.assertIn('name="result" value="sampled"', junit)

    def test_a_finding_that_comes_back_is_not_stale(self):
        self.build(FIXED)
        self.assert_code(self.run_it(), command.CLEAN)
        self.build(BUGGY)
        self.assert_code(self.run_it(), command.FINDING)
        self.assertNotIn("stale", self.sleave.call("show").output)
        self.assertEqual(self.exported(), 1)

    def test_a_clean_run_of_the_same_build_makes_nothing_stale(self):
        """One run that happens to pass says nothing about a failure that was seen."""
        passing = next(seed for seed in range(1, 50)
                       if self.sleave.call("run", "--strategy=sample", "--runs=1", f"--seed={seed}", "--out=other", self.program).code == command.CLEAN)
        self.assert_code(self.run_it("--runs=1", f"--seed={passing}"), command.CLEAN)
        self.assertEqual(self.exported(), 1)

    def test_replay_says_that_it_still_fails(self):
        self.build(BUGGY, "\n\n")
        ended = self.sleave.replay("1", "--rebuilt", "--quiet")
        self.assert_code(ended, command.FINDING)
        self.assertIn("still fails, at counter.cc:18\n", ended.output)
        self.assertNotIn("reproduced", ended.output)
        self.assertIn("still fails, at counter.cc:18, 3 of 3 times\n", self.sleave.replay("1", "--rebuilt", "--times=3").output)

    def test_replay_of_a_fixed_program_does_not_say_so(self):
        self.build(FIXED)
        ended = self.sleave.replay("1", "--rebuilt", "--quiet")
        self.assertIn(ended.code, (command.CLEAN, command.DIVERGED), ended)
        self.assertNotIn("still fails", ended.output)

    def verify(self, *options):
        return self.sleave.call("verify", "--strategy=sample", "--runs=300", *options, "1")

    def test_verify_what_is_not_fixed(self):
        ended = self.verify()
        self.assert_code(ended, command.FINDING)
        self.assertIn("the build that failed", ended.output)
        self.assertIn("Not fixed: still fails, at counter.cc:16 (recorded schedule)", ended.output)
        self.build(BUGGY, "\n\n\n")
        ended = self.verify()
        self.assert_code(ended, command.FINDING)
        self.assertIn("rebuilt since", ended.output)
        self.assertIn("Not fixed: still fails, at counter.cc:19", ended.output)

    def test_verify_what_is_hidden_from_the_recorded_schedule(self):
        """An event more in each thread: the schedule cannot be followed, and the failure is still there."""
        self.build("counter.load(); " + BUGGY)
        ended = self.verify()
        self.assert_code(ended, command.FINDING)
        self.assertIn("Not fixed: still fails", ended.output)

    def test_verify_what_is_fixed(self):
        self.build(FIXED)
        for options, claim in (([], "sampled"), (["--strategy=dpor"], "complete")):
            ended = self.verify(*options)
            self.assert_code(ended, command.CLEAN)
            self.assertIn("recorded schedule: ", ended.output)
            self.assertIn("schedules with the same beginning: 100 runs, no failure", ended.output)
            self.assertRegex(ended.output, rf"search: \d+ runs of strategy \w+ with seed 1, \d+ distinct, {claim}, no failure")
            self.assertTrue(ended.output.endswith("Not found again.\n"), ended)

    def test_verify_what_fails_otherwise(self):
        self.build(OTHERWISE)
        ended = self.verify()
        self.assert_code(ended, command.FINDING)
        self.assertIn("Fails differently: ", ended.output)
        self.assertNotIn("Not fixed", ended.output)

    def test_verify_a_program_by_its_name(self):
        shutil.move(self.program, self.folder / "moved")
        gone = self.verify()
        self.assert_code(gone, command.USAGE)
        self.assertIn("does not exist any more", gone.output)
        ended = self.sleave.call("verify", "1", "--", "./moved")
        self.assert_code(ended, command.FINDING)


if __name__ == "__main__":
    unittest.main()
