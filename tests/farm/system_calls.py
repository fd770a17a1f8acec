"""Filters of system calls as containers have them: a process and all that it starts may call those that are named, and gets EPERM for
others."""

import ctypes
import errno
import pathlib
import re
import struct
import subprocess

NUMBERS = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
AUDIT_ARCH_X86_64 = 0xC000003E
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06  # instructions of classic BPF
ALLOW, KILL, ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2


class Filter:
    def __init__(self, names):
        known = {name: int(number) for name, number in re.findall(r"#define __NR_(\w+) (\d+)", pathlib.Path(NUMBERS).read_text())}
        numbers = sorted(known[name] for name in names if name in known)
        program = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, AUDIT_ARCH_X86_64), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
        for number in numbers:
            program += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
        program.append((RETURN, 0, 0, ERRNO | errno.EPERM))
        self.code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *one) for one in program))
        self.header = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), ctypes.addressof(self.code)))
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4

    def apply(self):
        """For preexec_fn."""
        if self.libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or \
                self.libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(self.header), 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "a filter of system calls")


def of_systemd(words):
    """Names in the value of SystemCallFilter=."""
    names, groups, seen = set(), [], set()
    for word in words:
        (groups.append if word.startswith("@") else names.add)(word)
    while groups:
        group = groups.pop()
        if group in seen:
            continue
        seen.add(group)
        listed = subprocess.run(["systemd-analyze", "--no-pager", "syscall-filter", group], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines()[1:]:
            word = line.strip()
            if word and not word.startswith("#"):
                (groups.append if word.startswith("@") else names.add)(word)
    return names
