#!/usr/bin/env python3
"""Runs and seconds to the first failure of each program, searched in five ways, over several seeds.

    bench/joint/table.py BUILD [NAME ...] [--seeds=N] [--runs=N] [--time=SECONDS] [--folder=DIR] [--twins]

auto: joint and exhaustive search in turns. joint: inputs by solving, schedules by sampling. random: both by chance. schedules: the default input. inputs: by solving, under one
schedule. A cell is the median of the runs and of the seconds up to the first failure of the expected kind, and on how many seeds it
was found if not on all. --twins searches the twins as well, and ends with 1 if one fails.
"""

import argparse
import dataclasses
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tests"))
from harness import command, heading  # noqa: E402

WAYS = {
    "auto": ["--strategy=auto"],
    "joint": ["--strategy=concolic"],
    "random": ["--strategy=sample", "--inputs=random"],
    "schedules": ["--strategy=sample", "--inputs=own"],
    "inputs": ["--strategy=inputs"],
}


@dataclasses.dataclass
class Cell:
    """What one way of searching found in one program."""

    seeds: int
    runs: list = dataclasses.field(default_factory=list)
    seconds: list = dataclasses.field(default_factory=list)
    others: set = dataclasses.field(default_factory=set)  # kinds that nobody expected, or what went wrong

    def add(self, ended, expected):
        if ended.summary is None:
            self.others.add(f"exit code {ended.code}")
            return
        for finding in ended.summary["findings"][:1]:
            if finding["kind"] not in expected:
                self.others.add(finding["kind"])
                continue
            self.runs.append(finding["first_run"])
            self.seconds.append(ended.summary["seconds"])

    def __str__(self):
        if self.others:
            return "!" + ",".join(sorted(self.others))
        if not self.runs:
            return "-"
        share = "" if len(self.runs) == self.seeds else f" ({len(self.runs)}/{self.seeds})"
        return f"{statistics.median(self.runs):.0f} / {statistics.median(self.seconds):.2f}{share}"


class Bench:
    def __init__(self, call, scratch):
        self.call, self.scratch = call, pathlib.Path(scratch)

    def build(self, source):
        binary = self.scratch / f"{source.parent.name}-{source.stem}"
        if binary.exists():
            return binary
        compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
        subprocess.run([self.call.build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", source, "-o", binary], check=True)
        return binary

    def campaign(self, binary, options, seed):
        with tempfile.TemporaryDirectory() as place:
            sleave = command.Sleave(self.call.build / "bin" / "sleave", place)
            return sleave.run(binary, f"--seed={seed}", f"--runs={self.call.runs}", f"--time={self.call.time}s", *options)

    def measure(self, source, options):
        told = heading.read(source)
        binary = self.build(source)
        cell = Cell(self.call.seeds)
        for seed in range(1, self.call.seeds + 1):
            cell.add(self.campaign(binary, [*options, *told.options], seed), told.expected)
        return cell


def row(name, told, cells):
    words = [name, told.words.get("RARE", ""), told.words.get("NEEDS", ""), *map(str, cells)]
    return "| " + " | ".join(words) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--runs", type=int, default=20_000, help="of each search at most")
    parser.add_argument("--time", type=int, default=20, help="seconds of each search at most")
    parser.add_argument("--folder", type=pathlib.Path, default=HERE, help="with present/ and absent/")
    parser.add_argument("--ways", default=",".join(WAYS), help="which of: " + ", ".join(WAYS))
    parser.add_argument("--twins", action="store_true", help="search the twins too, jointly; they must not fail")
    call = parser.parse_intermixed_args()
    ways = call.ways.split(",")
    sources = {path.stem: path for path in sorted((call.folder / "present").glob("*.c*"))}
    found = {way: 0 for way in ways}
    bad = 0
    print("| program | rare | needs | " + " | ".join(f"{way}: runs / s" for way in ways) + " |")
    print("| --- " * (3 + len(ways)) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(call, scratch)
        for name in call.names or sources:
            cells = {way: bench.measure(sources[name], WAYS[way]) for way in ways}
            print(row(name, heading.read(sources[name]), cells.values()), flush=True)
            for way, cell in cells.items():
                found[way] += len(cell.runs) == call.seeds
                bad += bool(cell.others)
            if call.twins:
                twin = bench.measure(call.folder / "absent" / sources[name].name, WAYS["joint"])
                bad += bool(twin.others)
                if twin.others:
                    print(f"the twin of {name}: {twin}")
    total = len(call.names or sources)
    print(f"\nfound on every seed, of {total}: " + ", ".join(f"{way} {number}" for way, number in found.items()))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
