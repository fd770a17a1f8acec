#!/usr/bin/env python3
"""Wrong classes are found from their headers alone, in a smallest client, and replay; their repaired twins are not reported.

    check_synth.py --sleave=SLEAVE --part=I/N

Without SLEAVE_TEST_SIZE=full only some of the classes, and twins only up to three calls.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from harness import check, size  # noqa: E402

# What CI looks at: containers, synchronizers, calls that wait, crashes, deadlocks.
SHORT = ("lazy_list.h", "treiber_stack.h", "lru_cache.h", "countdown_latch.h", "bounded_queue.h", "hazard_stack.h", "reader_writer_lock.h", "striped_map.h")
SECONDS = 60
# docs/results/clients.md says why.
NOT_FOUND = ("safe_stack.h", "pooled_queue.h", "manual_event.h", "work_stealing_deque.h")  # or only by samples
BOTH_REPORTED = ("index_pool.h", "safe_stack.h", "pooled_queue.h")


def rows():
    for folder in ("classes", "contege"):
        for row in json.loads((HERE / folder / "classes.json").read_text())["classes"]:
            if not size.is_short() or row["header"] in SHORT:
                yield folder, row


def synth(sleave, folder, header, row, words, flags=()):
    command = [sleave, "synth", str(header), f"--class={row['type']}", "--rewrite", "--out=out", *words, "--", *flags]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def calls_of(row):
    return sum(len(thread) for thread in row["client"]["threads"]), len(row["client"]["before"])


def check_wrong(sleave, folder, header, row, checks):
    calls, before = calls_of(row)
    words = [f"--time={SECONDS}s", "--minimize=off", f"--calls={max(4, calls)}", f"--before={max(2, before)}"]
    begin = time.monotonic()
    ended = synth(sleave, folder, header, row, words)
    seconds = time.monotonic() - begin
    output = ended.stdout + ended.stderr
    checks.equal(ended.returncode, 1, f"{header.name}: found\n{output}")
    kinds = re.findall(r"findings/\d+  (\w+), first", output)
    checks.that(set(kinds) & set(row["oracles"]) or kinds, f"{header.name}: {kinds}, not {row['oracles']}")
    finding = re.search(r"  (out/\S+/findings/\d+)  ", output)
    if finding:
        again = subprocess.run([sleave, "replay", finding[1]], cwd=folder, capture_output=True, text=True, check=False)
        checks.equal(again.returncode, 1, f"{header.name}: the finding replays\n{again.stdout}{again.stderr}")
    print(f"{header.name}: {' '.join(kinds)} after {seconds:.1f} s")


def check_right(sleave, folder, header, row, checks):
    calls = 3 if size.is_short() else 4
    ended = synth(sleave, folder, header, row, [f"--time={SECONDS}s", f"--calls={calls}", "--before=1"], ["-DREPAIRED"])
    output = ended.stdout + ended.stderr
    checks.equal(ended.returncode, 0, f"{header.name}, repaired: nothing is found\n{output}")
    print(f"{header.name}, repaired: {'complete' if 'Complete for all clients' in output else 'sampled'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--part", default="0/1", help="I/N: each N-th class, from the I-th on")
    options = parser.parse_args()
    checks = check.Checks()
    part, parts = map(int, options.part.split("/"))
    with tempfile.TemporaryDirectory() as folder:
        for place, row in list(rows())[part::parts]:
            header = HERE / place / row["header"]
            if row["header"] not in NOT_FOUND:
                check_wrong(options.sleave, folder, header, row, checks)
            if row["header"] not in BOTH_REPORTED:
                check_right(options.sleave, folder, header, row, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
