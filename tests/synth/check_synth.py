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
SHORT = ("lazy_list.h", "treiber_stack.h", "lru_cache.h", "countdown_latch.h", "bounded_queue.h", "hazard_stack.h", "reader_writer_lock.h", "striped_map.h",
         "work_stealing_deque.h", "manual_event.h")
SECONDS = 60
# docs/results/clients.md says why.
NOT_FOUND = ("pooled_queue.h",)  # or only by samples
BOTH_REPORTED = ("safe_stack.h", "pooled_queue.h")


def rows():
    for folder in ("classes", "contege", "minion"):
        for row in json.loads((HERE / folder / "classes.json").read_text())["classes"]:
            if not size.is_short() or row["header"] in SHORT:
                yield folder, row


def synth(sleave, folder, header, row, words, flags=()):
    command = [sleave, "synth", str(header), f"--class={row['type']}", "--rewrite", "--out=out", *words, "--", *flags]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def size_of(client):
    return sum(len(thread) for thread in client["threads"]), len(client["before"])


def smallest(row):
    """The smallest client of the table: calls of the threads, and of main before."""
    return min(size_of(client) for client in ([row["client"]] if "client" in row else [crash["client"] for crash in row["crashes"]]))


def found_size(output):
    """The same of the first finding; None: it is not shown. Clients of runs that were left out are named before it."""
    output = output.partition("WARNING: Sleave")[2]
    described = re.search(r"Client: ((?:.|\n)*?)\n\n", output)
    if described:
        parts = re.sub(r"\s+", " ", described[1]).split("; ")
        count = {part.partition(": ")[0]: len(re.findall(r"\w\(", part)) for part in parts}
        return sum(calls for name, calls in count.items() if name != "main"), count.get("main", 0)
    history = re.search(r"(?:No order of|although it could continue).*\n((?:\s+(?:main|T\d+)\s.*\n)+)", output)
    if not history:
        return None
    calls = [line.split(None, 1) for line in history[1].strip().splitlines()]
    return sum(name != "main" for name, _ in calls), sum(name == "main" and not call.startswith("drain") for name, call in calls)


def check_wrong(sleave, folder, header, row, checks):
    calls, before = smallest(row)
    words = [f"--time={SECONDS}s", "--minimize=off", f"--calls={max(4, calls)}", f"--before={max(2, before)}"]
    begin = time.monotonic()
    ended = synth(sleave, folder, header, row, words)
    seconds = time.monotonic() - begin
    output = ended.stdout + ended.stderr
    checks.equal(ended.returncode, 1, f"{header.name}: found\n{output}")
    kinds = re.findall(r"findings/\d+  (\w+), first", output)
    checks.that(set(kinds) & set(row["oracles"]) or kinds, f"{header.name}: {kinds}, not {row['oracles']}")
    size_found = found_size(output)
    if "strategy dpor" in output.partition("Found in")[2] and size_found:
        checks.that(size_found <= (calls, before), f"{header.name}: a client of {size_found} calls, not {(calls, before)}\n{output}")
    finding = re.search(r"  (out/\S+/findings/\d+)  ", output)
    if finding:
        again = subprocess.run([sleave, "replay", finding[1]], cwd=folder, capture_output=True, text=True, check=False)
        checks.equal(again.returncode, 1, f"{header.name}: the finding replays\n{again.stdout}{again.stderr}")
    print(f"{header.name}: {' '.join(kinds)} after {seconds:.1f} s, {size_found} calls, {(calls, before)} in the table", flush=True)


def check_right(sleave, folder, header, row, checks):
    calls = 3 if size.is_short() else 4
    ended = synth(sleave, folder, header, row, [f"--time={SECONDS}s", f"--calls={calls}", "--before=1"], ["-DREPAIRED"])
    output = ended.stdout + ended.stderr
    checks.equal(ended.returncode, 0, f"{header.name}, repaired: nothing is found\n{output}")
    print(f"{header.name}, repaired: {'complete' if 'Complete for all clients' in output else 'sampled'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--only", nargs="*", help="these headers")
    parser.add_argument("--part", default="0/1", help="I/N: each N-th class, from the I-th on")
    options = parser.parse_args()
    checks = check.Checks()
    part, parts = map(int, options.part.split("/"))
    with tempfile.TemporaryDirectory() as folder:
        chosen = [(place, row) for place, row in rows() if not options.only or row["header"] in options.only]
        for place, row in chosen[part::parts]:
            header = HERE / place / row["header"]
            if row["header"] not in NOT_FOUND:
                check_wrong(options.sleave, folder, header, row, checks)
            if row["header"] not in BOTH_REPORTED:
                check_right(options.sleave, folder, header, row, checks)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
