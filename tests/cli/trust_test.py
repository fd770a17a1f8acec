"""What others may have written sets no options and starts nothing."""

import os
import re
import shutil
import unittest

import session
from harness import command

ANOTHER_USER = 12345


class Settings(session.Session):
    def setUp(self):
        super().setUp()
        self.place = self.folder / "project"
        self.place.mkdir(mode=0o755)
        self.file = self.place / "sleave.toml"
        self.file.write_text("runs = 7\n")
        self.file.chmod(0o644)
        self.sleave.folder = self.place

    def settings(self):
        """What the first lines say was set, and the notes."""
        ended = self.sleave.call("run", "--seed=3", f"--out={self.folder / 'out'}", "--time=1s", "--runs=5", session.REPAIRED)
        self.assert_code(ended, command.CLEAN)
        return ended.output

    def assert_read(self):
        output = self.settings()
        self.assertIn("sleave.toml:1: --runs=7", output)
        self.assertNotIn("is not read", output)

    def assert_not_read(self, why):
        output = self.settings()
        self.assertNotIn("--runs=7", output)
        self.assertIn(f"sleave.toml is not read: {why}", output)

    def test_the_users_own_file_is_read(self):
        self.assert_read()

    def test_a_folder_that_others_can_write(self):
        for mode in (0o757, 0o777, 0o1777):
            self.place.chmod(mode)
            self.assert_not_read("its folder is writable by others")

    def test_a_file_that_others_can_write(self):
        self.file.chmod(0o646)
        self.assert_not_read("it is writable by others")

    def test_above_the_current_folder(self):
        below = self.place / "below"
        below.mkdir()
        self.sleave.folder = below
        self.assert_read()
        self.place.chmod(0o777)
        self.assert_not_read("its folder is writable by others")

    def test_the_next_trusted_file_is_read(self):
        below = self.place / "below"
        below.mkdir()
        (below / "sleave.toml").write_text("runs = 9\n")
        below.chmod(0o777)
        self.sleave.folder = below
        output = self.settings()
        self.assertIn("--runs=7", output)
        self.assertNotIn("--runs=9", output)

    @unittest.skipIf(os.getuid() != 0, "gives files away")
    def test_of_another_user(self):
        os.chown(self.file, ANOTHER_USER, ANOTHER_USER)
        self.assert_not_read("it belongs to another user")
        os.chown(self.file, 0, 0)
        os.chown(self.place, ANOTHER_USER, ANOTHER_USER)
        self.assert_not_read("its folder belongs to another user")

    @unittest.skipIf(os.getuid() != 0, "gives files away")
    def test_a_group_with_others_in_it(self):
        for path in (self.place, self.file):
            os.chown(path, 0, ANOTHER_USER)
        self.assert_read()
        self.file.chmod(0o664)
        self.assert_not_read("it is writable by others")

    @unittest.skipIf(os.getuid() != 0, "becomes another user")
    def test_a_file_of_roots_starts_nothing(self):
        self.file.write_text("solver = 'touch started'\n")
        self.folder.chmod(0o755)

        def become_another():
            os.setgroups([])
            os.setgid(ANOTHER_USER)
            os.setuid(ANOTHER_USER)

        # The command may be where only root can go: a copy is not.
        binary = self.folder / "sleave"
        shutil.copy2(self.sleave.command, binary)
        sleave = command.Sleave(binary, self.place, prepare=become_another)
        ended = sleave.call("run", "./none")
        self.assert_code(ended, command.USAGE)
        self.assertIn("sleave.toml:1: solver starts programs, and this file is not yours", ended.output)
        self.file.write_text("runs = 7\n")
        self.assertIn("no such program", sleave.call("run", "./none").output)

    def test_the_users_own_file_may_name_a_solver(self):
        self.file.write_text("solver = 'z3'\n")
        self.assertIn("sleave.toml:1: --solver=z3", self.settings())


class Replay(session.Session):
    """A replay file may come from anybody, and names a program."""

    def setUp(self):
        super().setUp()
        self.program = self.folder / "program"
        shutil.copy2(session.BUGGY, self.program)
        self.assert_code(self.sleave.run(self.program), command.FINDING)
        self.finding = self.sleave.finding_folder(self.program)
        self.file = self.finding / "replay.sleave"
        self.trap = self.folder / "trap"
        self.trap.write_text(f"#!/bin/sh\ntouch '{self.folder}/started'\n")
        self.trap.chmod(0o755)

    def name_program(self, path):
        header, plan = self.file.read_bytes().split(b"\n\n", 1)
        header = re.sub(rb"\ntarget: [^\n]*", b"\ntarget: " + str(path).encode(), header)
        self.file.write_bytes(header + b"\n\n" + plan)

    def assert_starts_nothing(self, ended):
        self.assert_code(ended, command.USAGE)
        self.assertFalse((self.folder / "started").exists(), "it was started")

    def test_the_recorded_program_is_started(self):
        self.assert_code(self.sleave.replay(self.finding), command.FINDING)

    def test_a_program_that_is_not_instrumented_is_not_started(self):
        self.name_program(self.trap)
        for words in (["replay"], ["replay", "--rebuilt"], ["verify"], ["replay", "--times=2"]):
            ended = self.sleave.call(*words, self.finding)
            self.assert_starts_nothing(ended)
            self.assertIn("was not built with Sleave, so it is not started", ended.output)
        self.name_program(shutil.which("true"))
        self.assertIn("was not built with Sleave", self.sleave.replay(self.finding).output)

    def test_something_that_is_no_file_is_not_opened(self):
        os.mkfifo(self.folder / "pipe")
        for path in (self.folder / "pipe", self.folder, "/dev/zero"):
            self.name_program(path)
            self.assert_starts_nothing(self.sleave.replay(self.finding, timeout=60))

    def test_another_build_is_started_when_asked(self):
        shutil.copy2(session.REPAIRED, self.program)
        ended = self.sleave.replay(self.finding)
        self.assert_code(ended, command.USAGE)
        self.assertIn("was rebuilt since this was found", ended.output)
        self.assertIn("--rebuilt", ended.output)
        self.assertIn(self.sleave.replay(self.finding, "--rebuilt").code, (command.CLEAN, command.DIVERGED))
        named = self.sleave.call("replay", self.finding, "--", self.program)
        self.assertIn(named.code, (command.CLEAN, command.DIVERGED), named)

    def test_a_named_program_is_started(self):
        self.sleave.call("replay", self.finding, "--", self.trap)
        self.assertTrue((self.folder / "started").exists(), "it was named")


if __name__ == "__main__":
    unittest.main()
