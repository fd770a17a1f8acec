#!/usr/bin/env python3
"""Prints how many sides of branches Sleave and two fuzzers reach in the sequential programs. See bench/README.md.

  python3 bench/peers.py BUILD [--at=SECONDS,...] [--seeds=N] [--bytes=N] [--only=PROGRAM,...] [--tools=TOOL,...]

Each program of sequential/ is one fuzz target for all, compiled at -O0, and all start from the same file: the first bytes of the sample. A tool writes
what it finds worth keeping into a folder, which is watched: a file counts from the processor time on that the tool and its children had
used when it was first there, so that a busy machine is no disadvantage. Which sides the files reach is counted by clang's coverage, which none of them uses.
A tool that is not installed is named, and its columns are left out.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("base64", "crc", "expression", "regex", "sort")
POLL = 0.05
TICKS = os.sysconf("SC_CLK_TCK")


class Tool:
    """How a fuzz target is compiled, searched, and where the inputs are that the search keeps."""

    needs = ()

    def __init__(self, call):
        self.call = call

    def missing(self):
        return [name for name in self.needs if shutil.which(name) is None]

    def kept(self, folder):
        return folder / "corpus"


class Sleave(Tool):
    strategy = "inputs"

    def compiler(self):
        return [self.call.build / "bin" / "sleave-cc", "-fsleave-inputs"]

    def search(self, binary, folder, seed):
        return [self.call.build / "bin" / "sleave", "run", f"--strategy={self.strategy}", "--runs=0", "--time=0", f"--seed={seed}",
                f"--corpus={folder / 'corpus'}", f"--out={folder / 'out'}", binary]


class SleaveAuto(Sleave):
    strategy = "auto"


class LibFuzzer(Tool):
    needs = ("clang-19",)

    def compiler(self):
        return ["clang-19", "-fsanitize=fuzzer"]

    def search(self, binary, folder, seed):
        return [binary, f"-seed={seed}", f"-max_len={self.call.bytes}", "-reduce_inputs=0", folder / "corpus"]


class LibFuzzerValues(LibFuzzer):
    """Values that are compared guide it, too."""

    def search(self, binary, folder, seed):
        return [*super().search(binary, folder, seed), "-use_value_profile=1"]


class AflPlusPlus(Tool):
    needs = ("afl-fuzz", "afl-clang-fast")

    def compiler(self):
        return ["afl-clang-fast", "-fsanitize=fuzzer"]

    def search(self, binary, folder, seed):
        return ["afl-fuzz", "-i", folder / "corpus", "-o", folder / "out", "-s", seed, "-G", self.call.bytes, "--", binary]

    def kept(self, folder):
        return folder / "out" / "default" / "queue"


TOOLS = {"sleave": Sleave, "sleave-auto": SleaveAuto, "libfuzzer": LibFuzzer, "libfuzzer-values": LibFuzzerValues, "afl++": AflPlusPlus}
QUIET = {"AFL_NO_UI": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_NO_AFFINITY": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1",
         "AFL_QUIET": "1"}


def run(words, **more):
    return subprocess.run([str(word) for word in words], check=True, **more)


def processor_seconds(root):
    """Of a process and all below it, those that have ended included."""
    parents, used = {}, {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            fields = (pathlib.Path(entry.path) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents[int(entry.name)] = int(fields[1])
        used[int(entry.name)] = sum(map(int, fields[11:15])) / TICKS

    def is_below(process):
        while process in parents and process != root:
            process = parents[process]
        return process == root

    return sum(seconds for process, seconds in used.items() if is_below(process))


def files_over_time(words, folder, budget, scratch):
    """Copies of the files that a search keeps, each with the processor seconds used before it was first seen."""
    seen = {}
    search = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env={**os.environ, **QUIET}, start_new_session=True)
    try:
        spent = 0.0
        while spent < budget:
            ended = search.poll() is not None
            spent = budget if ended else processor_seconds(search.pid)
            for path in folder.glob("*"):
                if path.name in seen or path.suffix == ".new" or not path.is_file():  # what is being written gets its name at the end
                    continue
                copy = scratch / str(len(seen))
                shutil.copyfile(path, copy)
                seen[path.name] = (spent, copy)
            if ended:
                break
            time.sleep(POLL)
    finally:
        if search.poll() is None:
            search.terminate()
            try:
                search.wait(5)
            except subprocess.TimeoutExpired:
                search.kill()
                search.wait()
    return list(seen.values())


class Counter:
    """Sides of branches of a program that files reach, by clang's coverage."""

    def __init__(self, call, name, scratch):
        self.source, self.scratch = HERE / "sequential" / f"{name}.c", scratch
        self.binary = scratch / "counted"
        run(["clang-19", "-std=c17", "-O0", "-fprofile-instr-generate", "-fcoverage-mapping", f"-DSYMBOLIC={call.bytes}", self.source,
             HERE / "sequential" / "fuzz.c", HERE / "sequential" / "each_file.c", "-o", self.binary])

    def sides(self, files):
        """Reached, and all."""
        raw, merged = self.scratch / "raw", self.scratch / "merged"
        run([self.binary], input="".join(f"{path}\n" for path in files), text=True, env={**os.environ, "LLVM_PROFILE_FILE": str(raw)})
        run(["llvm-profdata-19", "merge", raw, "-o", merged])
        told = run(["llvm-cov-19", "export", "--summary-only", f"--instr-profile={merged}", self.binary, self.source], capture_output=True)
        branches = json.loads(told.stdout)["data"][0]["totals"]["branches"]
        return branches["covered"], branches["count"]


def sample_of(name):
    """The first bytes with which main.c calls the program."""
    text = "#include <stdio.h>\n#include \"work.h\"\nint main(void) { fputs(sample, stdout); }\n"
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder) / "sample"
        run(["clang-19", f"-I{HERE / 'sequential'}", HERE / "sequential" / f"{name}.c", "-x", "c", "-", "-o", binary], input=text.encode())
        return run([binary], capture_output=True).stdout


def curve(call, tool, name, counter, seed, at, scratch):
    """Sides reached at each of the times."""
    with tempfile.TemporaryDirectory(dir=scratch) as place:
        folder = pathlib.Path(place)
        binary, copies = folder / name, folder / "copies"
        for path in (folder / "corpus", copies):
            path.mkdir()
        (folder / "corpus" / "first").write_bytes(sample_of(name)[:call.bytes])
        run([*tool.compiler(), "-std=c17", "-O0", "-g", f"-DSYMBOLIC={call.bytes}", HERE / "sequential" / f"{name}.c",
             HERE / "sequential" / "fuzz.c", "-o", binary], env={**os.environ, **QUIET}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kept = files_over_time(tool.search(binary, folder, seed), tool.kept(folder), max(at), copies)
        if not kept:
            sys.exit(f"peers: {type(tool).__name__} kept nothing in {name}: does it run here?")
        return [counter.sides([path for spent, path in kept if spent <= until])[0] for until in at]


def cell(numbers):
    middle = f"{statistics.median(numbers):g}"
    return middle if min(numbers) == max(numbers) else f"{middle} ({min(numbers)} to {max(numbers)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--at", default="1,3,10", help="processor seconds at which sides are counted")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--bytes", type=int, default=16, help="of the sample that are an input")
    parser.add_argument("--only", default=",".join(PROGRAMS))
    parser.add_argument("--tools", default=",".join(TOOLS))
    call = parser.parse_args()
    at = [float(seconds) for seconds in call.at.split(",")]
    tools = {}
    for name in call.tools.split(","):
        tool = TOOLS[name](call)
        if missing := tool.missing():
            print(f"not measured: {name} ({', '.join(missing)} not installed)", flush=True)
        else:
            tools[name] = tool
    print("| program | sides | first run | " + " | ".join(f"{name}, {seconds:g} s" for name in tools for seconds in at) + " |")
    print("| --- " * (3 + len(tools) * len(at)) + "|")
    for name in call.only.split(","):
        with tempfile.TemporaryDirectory() as folder:
            scratch = pathlib.Path(folder)
            counter = Counter(call, name, scratch)
            (scratch / "first").write_bytes(sample_of(name)[:call.bytes])
            first, sides = counter.sides([scratch / "first"])
            curves = {tool: [] for tool in tools}
            for seed in range(1, call.seeds + 1):
                for tool, found in curves.items():
                    found.append(curve(call, tools[tool], name, counter, seed, at, scratch))
            cells = [cell(numbers) for found in curves.values() for numbers in zip(*found)]
            print(f"| {name} | {sides} | {first} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
