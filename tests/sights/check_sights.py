#!/usr/bin/env python3
"""Programs of tests/bugs as other compilers build them: the bug is found, minimized, explained and replayed at the sight that the
build gives, and the repaired program stays silent. The classes that dpor counts are those of theory.

  check_sights.py --sleave=SLEAVE bugs|twins|counts [NAME ...]
"""

import argparse
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import ways  # noqa: E402
from harness import check, command  # noqa: E402

BUGS = HERE.parent / "bugs"
# Found by calls alone; found with accesses.
BY_CALLS = ("lock_order.c", "account.c", "semaphore_under_lock.c")
BY_ACCESSES = ("race_publication.cc", "aba_stack.cc", "nested_once.cc", "handler_allocates.c", "exit_handler_table.c")
# GCC gives calls in them other lines than causes.txt has.
OTHER_LINES = ("nested_once.cc",)
TWINS = ("account.c", "aba_stack.cc", "race_publication.cc")


def pairs(call, names, all_ways):
    for name in call.names or names:
        for way in all_ways:
            yield BUGS / ("absent" if call.what == "twins" else "present") / name, way


def check_bug(call, source, way, checks):
    with tempfile.TemporaryDirectory() as folder:
        program = ways.build(way, source, folder)
        if not checks.that(program, f"{source.name} by {way.name}: not built"):
            return
        if way.sight == "calls" or source.name in OTHER_LINES:
            return check_found(call, source, way, program, folder, checks)
        script = [sys.executable, "-B", BUGS / "check_present.py", f"--sleave={call.sleave}", f"--source={source}", program]
        done = subprocess.run(script, capture_output=True, text=True)
        checks.equal(done.returncode, 0, f"{source.name} by {way.name}", done.stdout + done.stderr)


def check_found(call, source, way, program, folder, checks):
    """Found and replayed; at sight "calls" a replay has to name the program."""
    title = f"{source.name} by {way.name}"
    words = ways.heading.read(source)
    sleave = command.Sleave(call.sleave, folder)
    ended = sleave.run(program, *words.options)
    checks.equal(ended.code, command.FINDING, f"{title}: exit code", ended)
    if not checks.that(ended.summary and ended.summary["findings"], f"{title}: a finding", ended):
        return
    checks.equal(ended.summary["sight"], way.sight, f"{title}: sight")
    checks.that(ended.summary["findings"][0]["kind"] in words.expected, f"{title}: its kind", ended)
    finding = sleave.finding_folder(program)
    if way.sight == "calls":
        refused = sleave.replay(finding)
        checks.equal(refused.code, command.USAGE, f"{title}: a replay that does not name it", refused)
        checks.that(f"-- {program}" in refused.output, f"{title}: the message says what to type", refused)
    replayed = sleave.call("replay", "--times=10", finding, "--", program)
    checks.equal(replayed.code, command.FINDING, f"{title}: replay", replayed)


def check_twin(call, source, way, checks):
    title = f"repaired {source.name} by {way.name}"
    with tempfile.TemporaryDirectory() as folder:
        program = ways.build(way, source, folder)
        if not checks.that(program, f"{title}: not built"):
            return
        ended = command.Sleave(call.sleave, folder).run(program, "--runs=1000", *ways.heading.read(source).options)
        checks.equal(ended.code, command.CLEAN, f"{title}: exit code", ended)


def increments(threads, times):
    """Interleavings of the updates of one counter."""
    return math.factorial(threads * times) // math.factorial(times) ** threads


# Macros of counts.cc -> the number of classes, by combinatorics.
COUNTS = (
    (("-DTHREADS=2", "-DTIMES=2"), increments(2, 2)),
    (("-DTHREADS=3", "-DTIMES=2"), increments(3, 2)),
    (("-DTHREADS=3", "-DLOCKS"), math.factorial(3)),
    (("-DTHREADS=4", "-DLOCKS"), math.factorial(4)),
    (("-DSTORE_BUFFER", "--model=sc"), 3),  # of two reads, each old or new, all but old and old
    (("-DSTORE_BUFFER", "--model=c++20"), 4),
)


def check_count(call, way, words, expected, checks):
    macros = [word for word in words if word.startswith("-D")]
    options = [word for word in words if word.startswith("--")]
    title = f"counts.cc {' '.join(words)} by {way.name}"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "counts"
        build = [way.cxx, "-std=c++20", "-g", "-O1", "-pthread", *way.options, *macros, HERE / "counts.cc", "-o", program]
        subprocess.run(build, check=True)
        ended = command.Sleave(call.sleave, folder).run(program, "--strategy=dpor", "--runs=0", *options)
    checks.equal(ended.code, command.CLEAN, f"{title}: exit code", ended)
    if checks.that(ended.summary, f"{title}: no summary", ended):
        checks.equal(ended.summary["result"], "complete", f"{title}: result", ended)
        checks.equal(ended.summary.get("complete_runs"), expected, f"{title}: classes", ended)
    checks.that("the accesses that -fsanitize=thread announces" in " ".join(ended.output.split()), f"{title}: the claim says under which assumption", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("what", choices=("bugs", "twins", "counts"))
    parser.add_argument("names", nargs="*")
    call = parser.parse_args()
    checks = check.Checks()
    sanitized = (ways.GCC, ways.CLANG)
    if call.what == "counts":
        for way in sanitized:
            for words, expected in COUNTS:
                check_count(call, way, words, expected, checks)
    elif call.what == "twins":
        for source, way in pairs(call, TWINS, ways.WAYS):
            check_twin(call, source, way, checks)
    else:
        for source, way in [*pairs(call, BY_CALLS, ways.WAYS), *pairs(call, BY_ACCESSES, sanitized)]:
            check_bug(call, source, way, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
