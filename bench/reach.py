#!/usr/bin/env python3
"""Prints how many sides of branches a search reaches in the sequential programs, over time. See bench/README.md.

  python3 bench/reach.py BUILD [--times=SECONDS,...] [--bytes=N] [--only=PROGRAM,...]

Each program of sequential/ is compiled at -O0, so that its branches are those of its source, with its first bytes as an input.
Each cell is a search of its own that lasts so long: inputs by solving (`--strategy=inputs`), beside random ones. A search that has
nothing left to try ends before; sides that are then missing are out of reach for inputs of that many bytes, or need a question that was too hard.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("base64", "crc", "expression", "regex", "sort")
WAYS = {"solving": ("--strategy=inputs",), "random": ("--strategy=random", "--inputs=random")}


class Program:
    def __init__(self, call, name, scratch):
        self.build, self.scratch = call.build, scratch
        self.binary = scratch / name
        subprocess.run([str(word) for word in (
            call.build / "bin" / "sleave-cc", "-std=c17", "-O0", "-g", "-fsleave-inputs", f"-DSYMBOLIC={call.bytes}",
            HERE / "sequential" / f"{name}.c", HERE / "sequential" / "main.c", "-o", self.binary)], check=True)

    def search(self, *options):
        """Sides reached, sides there are, runs."""
        summary = self.scratch / "summary.json"
        words = (self.build / "bin" / "sleave", "run", f"--out={self.scratch / 'out'}", f"--summary={summary}",
                 f"--coverage={self.scratch / 'lcov'}", *options, self.binary)
        subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        told = json.loads(summary.read_text())
        return told["branches"]["covered"], told["branches"]["total"], told["runs"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--times", default="1,3,10", help="seconds of the searches")
    parser.add_argument("--bytes", type=int, default=16, help="of the sample that are an input")
    parser.add_argument("--only", default=",".join(PROGRAMS))
    call = parser.parse_args()
    times = call.times.split(",")
    columns = [f"{way}, {seconds} s" for way in WAYS for seconds in times]
    print("| program | sides | first run | " + " | ".join(columns) + " |")
    print("| --- " * (3 + len(columns)) + "|")
    for name in call.only.split(","):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(call, name, pathlib.Path(folder))
            first, sides, _ = program.search("--strategy=inputs", "--runs=1")
            cells = []
            for options in WAYS.values():
                for seconds in times:
                    covered, _, runs = program.search(*options, "--runs=0", f"--time={seconds}s")
                    cells.append(f"{covered} ({runs})")
            print(f"| {name} | {sides} | {first} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
