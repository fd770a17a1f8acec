"""`sleave doctor` on a machine that has everything, and on machines that lack something."""

import ctypes
import os
import resource
import shutil
import struct
import subprocess
import unittest

import screen
import session
from harness import command

# What this machine's kernel allows is none of the test's business.
OF_THE_KERNEL = ((r"(?m)^(\x1b\[\d+m)?(ok|weak) +(\x1b\[0m)? (fs base|ptrace) +.*\n(      fix: .*\n)?", r"KERNEL \4\n"),)


def make_tool(path):
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)


def forbid_personality():
    """As Docker's filter does: the system call fails with EPERM."""
    load_number, is_equal, give, personality = 0x20, 0x15, 0x06, 135
    program = [(load_number, 0, 0, 0), (is_equal, 0, 1, personality), (give, 0, 0, 0x00050001), (give, 0, 0, 0x7fff0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in program))
    filter_of = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, seccomp, by_filter = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0) != 0 or libc.prctl(seccomp, by_filter, filter_of, 0, 0) != 0:
        os._exit(99)


def few_descriptors():
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))


def little_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (1 << 32, 1 << 32))


class Doctor(screen.Screens):
    def setUp(self):
        super().setUp()
        for name in ("clang-19", "gdb"):
            make_tool(self.folder / "tools" / name)
        self.path = {"PATH": str(self.folder / "tools")}

    def limited(self, limit):
        ended = subprocess.run(self.sleave.arguments("doctor"), capture_output=True, text=True, check=False, preexec_fn=limit,
                               env={**os.environ, **self.path})
        self.assertEqual((ended.returncode, ended.stderr), (command.ENVIRONMENT, ""), ended)
        return ended.stdout

    def test_all_is_well(self):
        self.expect("doctor", self.plain("doctor", environment=self.path), OF_THE_KERNEL)
        for columns in screen.COLUMNS:
            self.expect(f"doctor_terminal_{columns}", self.on_terminal(columns, "doctor", environment=self.path), OF_THE_KERNEL)
        self.assertIn("\x1b", self.plain("doctor", "--color=always"))
        self.assertNotIn("\x1b", self.on_terminal(80, "doctor", "--color=never"))

    def test_tools_are_missing(self):
        shutil.rmtree(self.folder / "tools")
        self.expect("doctor_no_tools", self.plain("doctor", environment=self.path), OF_THE_KERNEL)
        self.expect("doctor_no_tools_terminal_80", self.on_terminal(80, "doctor", environment=self.path), OF_THE_KERNEL)

    def test_half_an_installation(self):
        alone = self.folder / "bin" / "sleave"
        alone.parent.mkdir()
        shutil.copy(session.BUILD / "bin" / "sleave", alone)
        self.sleave = command.Sleave(alone, self.folder)
        self.expect("doctor_half_installed", self.plain("doctor", environment=self.path), OF_THE_KERNEL)

    def test_limits(self):
        for name, limit in (("personality", forbid_personality), ("descriptors", few_descriptors), ("address_space", little_address_space)):
            self.expect(f"doctor_{name}", self.limited(limit), OF_THE_KERNEL)


if __name__ == "__main__":
    unittest.main()
