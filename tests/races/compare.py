#!/usr/bin/env python3
"""Sleave beside ThreadSanitizer (clang 19) over the whole set: who misses a race, who reports one where there is none.

    tests/races/compare.py BUILD [NAME ...] [--table FILE]

Ends with 1 if Sleave reports a race in a free program, or misses one that ThreadSanitizer reports. The ground truth is the
folder a program is in, by the rules of C++20 that its heading names; neither tool is asked.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import pathlib
import sys

import explorer
import programs
import sanitizer


@dataclasses.dataclass
class Row:
    program: programs.Program
    sleave: explorer.Seen
    tsan: sanitizer.Seen

    @property
    def differs(self):
        return self.sleave.found != self.tsan.found

    @property
    def wrong(self):
        return self.program.racy != self.sleave.found or self.program.racy != self.tsan.found

    @property
    def bad(self):
        """What the target forbids: a false alarm of Sleave, a miss of Sleave that ThreadSanitizer catches. What is
        known and explained is shown in the table instead."""
        if self.program.known_wrong:
            return False
        if self.program.racy:
            return self.tsan.found and not self.sleave.found
        return self.sleave.found


def compare(call, program):
    tsan = sanitizer.look_at(program, call.build / "tests" / "races" / "tsan", call.tsan_runs)
    return Row(program, explorer.look_at(program, call.build, call.runs), tsan)


def verdict(program, found):
    if program.racy == found:
        return "right"
    return "miss" if program.racy else "false alarm"


def reason(row):
    """Why a tool is wrong about the program, and by which rule it is."""
    words = row.program.words
    cause = words.get("KNOWN") or words.get("TSAN") or ""
    if not cause and row.program.racy:
        schedule = words.get("SCHEDULE", "").removeprefix("some; ")
        cause = f"It met no such schedule: {schedule}" if schedule else "It reported nothing in its runs."
    return f"{cause} {words['WHY']}".strip()


def table(rows, call):
    racy = [row for row in rows if row.program.racy]
    free = [row for row in rows if not row.program.racy]
    yield "# Sleave and ThreadSanitizer"
    yield ""
    yield "Where the two race detectors disagree, and why. Written by `tests/races/compare.py BUILD --table FILE`"
    yield f"({datetime.date.today():%d %B %Y}). The set is `tests/races/`: small programs whose heading states the rule of"
    yield "C++20 by which they have a data race or none."
    yield ""
    yield f"ThreadSanitizer is clang 19's, each program run up to {call.tsan_runs} times on the machine's own schedules. Sleave"
    yield f"explores up to {call.runs} schedules of each program and stops at the first race."
    yield ""
    yield "| | programs | Sleave | ThreadSanitizer |"
    yield "|---|---|---|---|"
    yield f"| races missed | {len(racy)} | {count(racy, 'sleave', False)} | {count(racy, 'tsan', False)} |"
    yield f"| false alarms | {len(free)} | {count(free, 'sleave', True)} | {count(free, 'tsan', True)} |"
    yield ""
    yield "Programs where one of the two is wrong, the reason, and the rule:"
    yield ""
    yield "| program | Sleave | ThreadSanitizer | why |"
    yield "|---|---|---|---|"
    for row in rows:
        if row.wrong:
            program = row.program
            yield (f"| {program.name} | {verdict(program, row.sleave.found)} | {verdict(program, row.tsan.found)} | "
                   f"{reason(row)} |")
    yield ""
    yield "A tool that never meets a schedule with the race misses it; ThreadSanitizer's share of these differs from"
    yield "machine to machine."


def count(rows, tool, found):
    return sum(getattr(row, tool).found == found for row in rows)


def show(row):
    sleave = f"race in run {row.sleave.first_run}" if row.sleave.found else f"none in {row.sleave.runs} runs"
    others = f", also {'|'.join(sorted(set(row.sleave.others)))}" if row.sleave.others else ""
    note = "   <-- bad" if row.bad else "   differs" if row.differs else ""
    print(f"{row.program.name:36} sleave: {sleave + others:28} tsan: {row.tsan.reports:3} of {row.tsan.runs}{note}",
          flush=True)
    for trouble in (row.sleave.trouble, row.tsan.trouble):
        if trouble:
            print("    " + trouble.strip().replace("\n", "\n    "))


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve(), help="build folder")
    parser.add_argument("names", nargs="*", help="as in racy/counter; default: all")
    parser.add_argument("--runs", type=int, default=200, help="of Sleave, for each program")
    parser.add_argument("--tsan-runs", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", type=pathlib.Path, help="write the table here")
    return parser.parse_intermixed_args()


def main():
    call = parse()
    rows = []
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for row in pool.map(lambda program: compare(call, program), programs.all_programs(call.names)):
            rows.append(row)
            show(row)
    text = "\n".join(table(rows, call)) + "\n"
    if call.table:
        call.table.write_text(text)
    print("\n" + text, end="")
    return 1 if any(row.bad for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
