#!/usr/bin/env python3
"""Stacks have the size that they have without Sleave, and an overflow is a finding that replays.

    check_stacks.py --bin=BIN

The expectation is what the same program does when it is compiled by plain clang and started under the same limit: it comes to its
end, or the kernel kills it. Cases are a little below and a little above each limit; how near one may come is in
docs/limits.md: the runtime's own share of a stack.
"""

import argparse
import dataclasses
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
KIB, MIB = 1 << 10, 1 << 20
SLACK = 96 * KIB  # 64 KiB of the runtime, and the frames, storage and environment of which nobody knows the exact size
THREADS = ("fiber", "native")


@dataclasses.dataclass
class Case:
    limit: int  # ulimit -s in bytes, -1: none
    words: list

    def __str__(self):
        return f"{' '.join(map(str, self.words))} with a limit of {self.limit}"


def around(limit, where, bytes_there, *more):
    """A case below a limit and one above it."""
    return [Case(limit, [where, bytes_there - SLACK, *more]), Case(limit, [where, bytes_there + SLACK, *more])]


def cases():
    """Some for every rule; at full size every size of a thread under every limit."""
    few = [*around(1 * MIB, "main", 1 * MIB), *around(8 * MIB, "thread", 8 * MIB),
           *around(8 * MIB, "thread", 256 * KIB, 256 * KIB), *around(2 * MIB, "thread", 12 * MIB, 12 * MIB),
           *around(-1, "thread", 2 * MIB), Case(-1, ["main", 40 * MIB]), *around(4 * MIB, "raised", 32 * MIB),
           Case(8 * MIB, ["jump", 64 * MIB]), Case(8 * MIB, ["jump", 6 * MIB])]
    if size.is_short():
        return few
    few += [*around(8 * MIB, "main", 8 * MIB), *around(1 * MIB, "thread", 1 * MIB), Case(8 * MIB, ["jump", 64 * MIB, 1 * MIB])]
    sizes = [128 * KIB, 1 * MIB, 8 * MIB, 64 * MIB, 200 * MIB]
    limits = [512 * KIB, 8 * MIB, 64 * MIB, 120 * MIB, -1]
    return few + [case for limit in limits for bytes_there in sizes for case in around(limit, "thread", bytes_there, bytes_there)]


def limited(soft):
    _, hard = resource.getrlimit(resource.RLIMIT_STACK)
    return lambda: resource.setrlimit(resource.RLIMIT_STACK, (soft if soft >= 0 else resource.RLIM_INFINITY, hard))


def fails_natively(program, case):
    """Whether the kernel kills it; of cases that depend on the order, by construction: no order is forced natively."""
    where, bytes_there, *more = case.words
    if where == "jump":
        return bytes_there > (more[0] if more else case.limit)
    done = subprocess.run([program, *map(str, case.words)], preexec_fn=limited(case.limit), capture_output=True)
    assert done.returncode in (0, -signal.SIGSEGV), (case, done)
    return done.returncode != 0


class StackTest:
    def __init__(self, bin_folder, folder):
        self.checks = check.Checks()
        self.folder = folder
        self.sleave = command.Sleave(bin_folder / "sleave", folder)
        flags = ["-g", "-O1", "-w", "-pthread", HERE / "stacks.c", "-o"]
        self.native, self.program = folder / "native", folder / "stacks"
        subprocess.run(["clang-19", *flags, self.native], check=True)
        subprocess.run([bin_folder / "sleave-cc", *flags, self.program], check=True)

    def run(self, number, case, *options):
        self.sleave.prepare = limited(case.limit)
        return self.sleave.run(self.program, "--strategy=dpor", "--runs=4", "--minimize=off", *options, out=f"out{number}", arguments=case.words)

    def check_case(self, number, case, threads):
        ended = self.run(number, case, f"--threads={threads}")
        name = f"{case}, {threads} threads"
        if not fails_natively(self.native, case):
            self.checks.equal(ended.code, command.CLEAN, f"{name}: exit code", ended)
            self.checks.equal(ended.summary["result"], "complete", f"{name}: result", ended)
            return
        self.checks.equal(ended.code, command.FINDING, f"{name}: exit code", ended)
        self.checks.that("SIGSEGV: stack overflow" in ended.output, f"{name}: what it is called", ended)
        finding = self.sleave.finding_folder(self.program, out=f"out{number}")
        for soft in [64 * MIB] if size.is_short() else [case.limit, 64 * MIB, 512 * KIB]:  # the limit is part of the finding
            self.sleave.prepare = limited(soft)
            replayed = self.sleave.replay(finding, f"--threads={threads}")
            self.checks.equal(replayed.code, command.FINDING, f"{name}: replayed with a limit of {soft}", replayed)

    def check_isolation(self):
        """Every way to run makes the same of the same stack, more than once."""
        for isolation in ("reset", "fork", "exec"):
            for case in around(8 * MIB, "thread", 1 * MIB, 1 * MIB):
                ended = self.sleave.run(self.program, "--strategy=random", "--runs=5", "--minimize=off", f"--isolation={isolation}",
                                        arguments=case.words)
                expected = command.FINDING if fails_natively(self.native, case) else command.CLEAN
                self.checks.equal(ended.code, expected, f"{case}, isolation {isolation}: exit code", ended)

    def check_memory(self):
        """Memory that the program gives a thread is not used: a search with it is not complete."""
        for bytes_there, code in ((256 * KIB, command.CLEAN), (2 * MIB, command.FINDING)):
            case = Case(8 * MIB, ["memory", bytes_there, 1 * MIB])
            ended = self.run("memory", case)
            self.checks.equal(ended.code, code, f"{case}: exit code", ended)
            self.checks.that(ended.summary["result"] != "complete", f"{case}: complete", ended)
            if code == command.CLEAN:
                self.checks.that("pthread_attr_setstack" in ended.output, f"{case}: the reason", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).absolute(), required=True)
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        test = StackTest(call.bin, pathlib.Path(place))
        for number, case in enumerate(cases()):
            for threads in THREADS:
                test.check_case(f"{number}{threads}", case, threads)
        test.check_isolation()
        test.check_memory()
    return test.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
