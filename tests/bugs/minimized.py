#!/usr/bin/env python3
"""What minimizing does to the findings of the bug corpus.

    tests/bugs/minimized.py BUILD [NAME ...]
    tests/bugs/minimized.py BUILD --joint [NAME ...]      the programs of bench/joint, whose failures also need an input

For each program: context switches, preemptions, events and input bytes that are not zero of the run as found and as reported, the
runs and the processor time that minimizing and explaining took (the difference to a campaign without them; only with one job), in how many runs with the
named orderings it failed, and in how many with one of them reversed, and the same for the inputs; whether the order is the known one (cause_truth.py), and of
the programs of bench/joint the condition (condition_truth.py); whether the reported run replays every time. Ends with 1 if a program has no finding, a finding does not
replay, the known order is not named, a program of bench/joint has no condition, or it allows an input with which the program does not fail.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
JOINT = HERE.parent.parent / "bench" / "joint" / "present"
sys.path.insert(0, str(HERE.parent))
import cause_truth  # noqa: E402
import condition_truth  # noqa: E402
from harness import command, heading  # noqa: E402


@dataclasses.dataclass
class Row:
    name: str
    finding: dict | None = None
    replayed: bool = False
    problem: str = ""
    seconds: float | None = None  # of processor time, for minimizing and explaining
    truth: str = ""  # the explanation beside what is known
    good: bool = False

    def cells(self):
        """What a table says of it."""
        if self.finding is None:
            return [self.name, "no finding"] + ["-"] * 13
        now, before, cause = self.finding, self.finding["minimized"], self.finding["cause"]
        pairs = [f"{before[what]} to {now[what]}" for what in ("switches", "preemptions", "events")]
        seconds = "-" if self.seconds is None else f"{self.seconds:.1f}"
        return [self.name, now["kind"], *pairs, self.input_bytes(), before["runs"], seconds, *self.orderings(cause),
                *self.conditions(cause), self.truth.split(":")[0] or "-"]

    def input_bytes(self):
        """Those that are not zero."""
        after = sum(byte != 0 for given in self.finding["inputs"] for byte in bytes.fromhex(given["bytes"]))
        return f"{self.finding['minimized']['input_bytes']} to {after}" if self.finding["inputs"] else "-"

    @staticmethod
    def orderings(cause):
        if not cause["tried"]:
            return ["-", "-", "-"]
        return [len(cause["orderings"]), f"{cause['failed']}/{cause['runs']}", f"{cause['reversed_failed']}/{cause['reversed_runs']}"]

    @staticmethod
    def conditions(cause):
        if cause["inputs"] == 0:
            return ["-", "-", "-"]
        return [len(cause["conditions"]), f"{cause['inputs_failed']}/{cause['inputs']}",
                f"{cause['broken_inputs_failed']}/{cause['broken_inputs']}"]


HEADING = ["program", "finding", "switches", "preemptions", "events", "input bytes", "runs", "seconds", "orderings", "failed", "reversed",
           "conditions", "failed", "broken", "known"]
WIDTHS = [22, 20, 12, 12, 17, 12, 5, 8, 10, 7, 9, 11, 7, 7, 12]


def line(cells, markdown):
    if markdown:
        return "| " + " | ".join(str(cell) for cell in cells) + " |"
    return " ".join(f"{cell!s:{width}}" for cell, width in zip(cells, WIDTHS)).rstrip()


def joint_program(call, source, folder):
    compiler, standard = ("sleave-cc", "c17") if source.suffix == ".c" else ("sleave-c++", "c++20")
    program = pathlib.Path(folder) / source.stem
    subprocess.run([call.build / "bin" / compiler, f"-std={standard}", "-g", "-O1", "-pthread", source, "-o", program], check=True)
    return program


def timed(work):
    """What it gives, and the processor time that it and the processes it waited for took."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = spent()
    return work(), spent() - before


def measure(call, name):
    source = next(path for path in call.folder.iterdir() if path.stem == name)
    row = Row(name)
    with tempfile.TemporaryDirectory() as place:
        program = joint_program(call, source, place) if call.joint else call.build / "tests" / "bugs" / "present" / name
        sleave = command.Sleave(call.build / "bin" / "sleave", place)
        strategy = "auto" if call.joint else "sample"
        options = [f"--strategy={strategy}", f"--seed={call.seed}", f"--time={call.time}", f"--runs={call.runs}", *heading.read(source).options]
        ended, seconds = timed(lambda: sleave.run(program, *options))
        folder = sleave.finding_folder(program)
        if ended.code != command.FINDING or not (folder / "finding.json").exists():
            row.problem = str(ended)
            return row
        row.finding = json.loads((folder / "finding.json").read_text())
        if call.jobs == 1:
            row.seconds = max(0, seconds - timed(lambda: sleave.run(program, *options, "--minimize=off", out="plain"))[1])
        if call.joint:
            row.truth = condition_truth.compare(name, heading.read(source).words, row.finding)
            wrong = row.truth != "same" if call.known else row.truth.startswith(("wider", "misread", "no condition"))
            row.problem = f"the condition beside the known one: {row.truth}" if wrong else ""
        else:
            missing = cause_truth.missing(name, source.name, row.finding["cause"])
            row.truth = "not named" if missing else "named"
            row.problem = ", ".join(missing)
        again = sleave.replay(folder, f"--times={call.replays}")
        row.replayed = again.code == command.FINDING and f"reproduced {call.replays} of {call.replays}" in again.output
        row.problem = row.problem if row.replayed else str(again)
        row.good = not row.problem
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
    parser.add_argument("--runs", default="10000", help="and the most runs of it; 0: any number")
    parser.add_argument("--known", action="store_true", help="of joint programs: the condition must be the known one, not a narrower one")
    parser.add_argument("--markdown", action="store_true", help="as a table for the documentation")
    call = parser.parse_intermixed_args()
    call.folder = JOINT if call.joint else HERE / "present"
    return call


def summary(rows):
    found = [row.finding for row in rows if row.finding]
    if not found:
        return "no findings"
    middle = {what: (statistics.median(finding["minimized"][what] for finding in found),
                     statistics.median(finding[what] for finding in found)) for what in ("switches", "preemptions", "events")}
    words = ", ".join(f"{what} {before:g} -> {after:g}" for what, (before, after) in middle.items())
    explained = [finding["cause"] for finding in found if finding["cause"]["tried"]]
    always = sum(cause["failed"] == cause["runs"] for cause in explained)
    with_inputs = [finding["cause"] for finding in found if finding["inputs"]]
    conditions = [cause for cause in with_inputs if cause["inputs"]]
    always_so = sum(cause["inputs_failed"] == cause["inputs"] for cause in conditions)
    times = sorted(row.seconds for row in rows if row.seconds is not None)
    spent = f"; processor time: median {statistics.median(times):.1f} s, most {times[-1]:.1f} s" if times else ""
    return (f"{len(explained)} explained, {always} of them without exception; of {len(with_inputs)} with inputs {len(conditions)} "
            f"with a condition, {always_so} of them without exception{spent}\n"
            f"{sum(row.good for row in rows)} of {len(rows)} found and replayed; medians: {words}, "
            f"runs {statistics.median(finding['minimized']['runs'] for finding in found):g}")


def main():
    call = parse()
    names = call.names or sorted(path.stem for path in call.folder.glob("*.c*"))
    print(line(HEADING, call.markdown))
    if call.markdown:
        print(line(["---"] * len(HEADING), True))
    rows = []
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for row in pool.map(lambda name: measure(call, name), names):
            rows.append(row)
            print(line(row.cells(), call.markdown) + ("" if row.good else "   <--"), flush=True)
            cause = row.finding["cause"] if row.finding else {"orderings": [], "conditions": []}
            for clause in cause["orderings"] + cause["conditions"] if call.clauses else []:
                print("    " + clause)
            if row.problem:
                print("    " + row.problem.strip().replace("\n", "\n    "))
    print(summary(rows))
    return 0 if all(row.good for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
