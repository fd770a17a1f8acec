"""Where inputs come from is part of a saved campaign: --resume keeps it, whatever the default is."""

import unittest

import session
from harness import campaign_state, command

PROGRAM = session.BUILD / "tests" / "cli" / "one_input"
RUNS = 300  # of random values, all but one of 10^13 such campaigns meet a 7


class ResumedInputs(session.Session):
    def saved(self, inputs):
        """A campaign that has made its first run, with the value that the program has."""
        first = self.sleave.run(PROGRAM, "--strategy=sample", f"--inputs={inputs}", "--runs=1", "--time=0", "--seed=3")
        self.assert_code(first, command.CLEAN)
        state = campaign_state.read(self.folder / "out" / PROGRAM.name)
        self.assertEqual(state["inputs"], inputs)

    def resumed(self, *options):
        return self.sleave.run(PROGRAM, "--resume", f"--runs={RUNS}", "--time=0", *options)

    def test_random_inputs_go_on(self):
        self.saved("random")
        ended = self.resumed()
        self.assert_code(ended, command.FINDING)
        self.assertEqual(ended.summary["findings"][0]["kind"], "assertion")
        replayed = self.sleave.replay(self.sleave.finding_folder(PROGRAM), "--times=5")
        self.assert_code(replayed, command.FINDING)

    def test_the_value_of_the_program_goes_on(self):
        self.saved("own")
        ended = self.resumed("--inputs=random")  # of a new campaign
        self.assert_code(ended, command.CLEAN)
        self.assertEqual(ended.summary["runs"], RUNS)

    def test_a_new_campaign_is_not_bound(self):
        self.saved("own")
        ended = self.sleave.run(PROGRAM, "--strategy=sample", "--inputs=random", f"--runs={RUNS}", "--time=0")
        self.assert_code(ended, command.FINDING)


if __name__ == "__main__":
    unittest.main()
