#!/usr/bin/env python3
"""What minimising does to the findings of the bug corpus.

    tests/bugs/minimised.py BUILD [NAME ...]
    tests/bugs/minimised.py BUILD --joint [NAME ...]      the programs of bench/joint, whose failures also need an input

For each program: context switches, preemptions and events of the run as found and as reported, the runs that minimising took,
in how many runs with the named orderings it failed, and in how many with one of them reversed; whether the reported run
replays every time. Ends with 1 if a program has no finding, or a finding does not replay.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
JOINT = HERE.parent.parent / "bench" / "joint" / "present"
sys.path.insert(0, str(HERE.parent))
from harness import command, heading  # noqa: E402


@dataclasses.dataclass
class Row:
    name: str
    finding: dict | None = None
    replayed: bool = False
    problem: str = ""

    @property
    def good(self):
        return self.finding is not None and self.replayed

    def line(self):
        if self.finding is None:
            return f"{self.name:22} no finding   <--"
        now, before = self.finding, self.finding["minimised"]
        pairs = [f"{before[what]:6} -> {now[what]:<5}" for what in ("switches", "preemptions", "events")]
        inputs = f" {self.input_bytes():3} input bytes" if now["inputs"] else ""
        return (f"{self.name:22} {now['kind']:20} {' '.join(pairs)} {before['runs']:5}{inputs} {self.cause()}"
                f"{'' if self.good else '   <--'}")

    def input_bytes(self):
        """Those that are not zero."""
        return sum(byte != 0 for given in self.finding["inputs"] for byte in bytes.fromhex(given["bytes"]))

    def cause(self):
        cause = self.finding["cause"]
        if not cause["tried"]:
            return "not explained"
        return (f"{len(cause['orderings'])} clauses: {cause['failed']}/{cause['runs']}, "
                f"reversed {cause['reversed_failed']}/{cause['reversed_runs']}")


HEADING = (f"{'program':22} {'kind':20} {'switches':>12}   {'preemptions':>12}   {'events':>12}   {'runs':>5} "
           "what makes it fail: failed/runs")


def joint_program(call, source, folder):
    compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
    program = pathlib.Path(folder) / source.stem
    subprocess.run([call.build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", source, "-o", program], check=True)
    return program


def measure(call, name):
    source = next(path for path in call.folder.iterdir() if path.stem == name)
    row = Row(name)
    with tempfile.TemporaryDirectory() as place:
        program = joint_program(call, source, place) if call.joint else call.build / "tests" / "bugs" / "present" / name
        sleave = command.Sleave(call.build / "bin" / "sleave", place)
        ended = sleave.run(program, f"--seed={call.seed}", f"--time={call.time}", *heading.read(source).options)
        folder = sleave.finding_folder(program)
        if ended.code != command.FINDING or not (folder / "finding.json").exists():
            row.problem = str(ended)
            return row
        row.finding = json.loads((folder / "finding.json").read_text())
        again = sleave.replay(folder, f"--times={call.replays}")
        row.replayed = again.code == command.FINDING and f"reproduced {call.replays} of {call.replays}" in again.output
        row.problem = "" if row.replayed else str(again)
    return row


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="programs, without suffix; default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replays", type=int, default=100)
    parser.add_argument("--clauses", action="store_true", help="print what makes it fail")
    parser.add_argument("--jobs", type=int, default=1, help="programs measured side by side")
    parser.add_argument("--joint", action="store_true", help="the programs of bench/joint")
    parser.add_argument("--time", default="0", help="the longest search for each program")
    call = parser.parse_intermixed_args()
    call.folder = JOINT if call.joint else HERE / "present"
    return call


def summary(rows):
    found = [row.finding for row in rows if row.finding]
    if not found:
        return "no findings"
    middle = {what: (statistics.median(finding["minimised"][what] for finding in found),
                     statistics.median(finding[what] for finding in found)) for what in ("switches", "preemptions", "events")}
    words = ", ".join(f"{what} {before:g} -> {after:g}" for what, (before, after) in middle.items())
    explained = [finding["cause"] for finding in found if finding["cause"]["tried"]]
    always = sum(cause["failed"] == cause["runs"] for cause in explained)
    return (f"{len(explained)} explained, {always} of them without exception\n"
            f"{sum(row.good for row in rows)} of {len(rows)} found and replayed; medians: {words}, "
            f"runs {statistics.median(finding['minimised']['runs'] for finding in found):g}")


def main():
    call = parse()
    names = call.names or sorted(path.stem for path in call.folder.glob("*.c*"))
    print(HEADING)
    rows = []
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for row in pool.map(lambda name: measure(call, name), names):
            rows.append(row)
            print(row.line(), flush=True)
            for clause in row.finding["cause"]["orderings"] if call.clauses and row.finding else []:
                print("    " + clause)
            if row.problem:
                print("    " + row.problem.strip().replace("\n", "\n    "))
    print(summary(rows))
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
