"""Numbers that an option cannot hold are refused wherever they are given; none is turned into another one."""

import pathlib
import sys
import unittest

import session
from harness import command

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import tables  # noqa: E402

NUMBERS = ("N", "D", "K", "STEP")
WIDE = ("runs", "seed", "max_steps", "times", "step")  # 64 bits; all others have at most 32
BEYOND_64 = 2**64 + 2  # 2 in 64 bits and in 32
BEYOND_32 = 2**32 + 2  # 2 in 32 bits


def cases():
    """Command, option, value: every number that is too large, for every command that takes the option."""
    for name, argument, _, commands, _ in tables.options_table():
        if argument not in NUMBERS:
            continue
        for value in [BEYOND_64] if name in WIDE else [BEYOND_64, BEYOND_32]:
            for sub_command in commands.split():
                yield sub_command, name.replace("_", "-"), value


class Numbers(session.Session):
    def words_after(self, sub_command, option):
        """What makes a call of it complete. A bound is of dpor, and a step of a debugger."""
        others = ["--gdb"] if option == "step" else []
        return [*others, session.REPAIRED if sub_command in ("run", "farm", "orders") else "1"]

    def check(self, sub_command, option, words, places, problem="--{} must be "):
        action = ["submit"] if sub_command == "farm" else []
        ended = self.sleave.call(sub_command, *action, *words, *self.words_after(sub_command, option))
        self.assert_code(ended, command.USAGE)
        self.assertIn(problem.format(option), ended.output)
        self.assertIn(places, ended.output)

    def test_on_the_command_line(self):
        for sub_command, option, value in cases():
            with self.subTest((sub_command, option, value)):
                self.check(sub_command, option, [f"--{option}={value}"], "sleave: --")

    def test_in_the_environment(self):
        for sub_command, option, value in cases():
            with self.subTest((sub_command, option, value)):
                self.sleave.environment["SLEAVE_OPTIONS"] = f"{option}={value}"
                self.check(sub_command, option, [], "SLEAVE_OPTIONS: ")

    def test_in_the_settings_file(self):
        for sub_command, option, value in cases():
            with self.subTest((sub_command, option, value)):
                (self.folder / "sleave.toml").write_text(f"[{sub_command}]\n{option} = {value}\n")
                # TOML itself has no such number.
                problem = ["not representable"] if value == BEYOND_64 else []
                self.check(sub_command, option, [], "sleave.toml:2: ", *problem)

    def test_the_table_has_numbers(self):
        self.assertGreaterEqual(len({option for _, option, _ in cases()}), 10)


if __name__ == "__main__":
    unittest.main()
