#!/usr/bin/env python3
"""All lists of at most three nodes and all interleavings of two operations (operations.cc), against brute force.

    check_operations.py --sleave=SLEAVE PROGRAM
"""

import argparse
import itertools
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402
import brute_force  # noqa: E402

MOST = 3


# An operation is a generator that yields its loads, ("load", node), and stores, ("store", node, value), and returns its note.
def remove_second(root):
    if root is not None:
        second = yield "load", root
        if second is not None:
            third = yield "load", second
            yield "store", root, third
    return "-"


def close_circle(root):
    if root is not None:
        second = yield "load", root
        yield "store", root if second is None else second, root
    return "-"


def look(root):
    if root is None:
        return "e"
    second = yield "load", root
    if second is None:
        return "f"
    third = yield "load", second
    return "n" if third is None else "l" if third == root else "o"


OPERATIONS = {"remove_second": remove_second, "close_circle": close_circle, "look": look}


def end(operation, root, schedule, links, notes):
    """Makes the steps of `schedule`, a sequence of threads, on `links`. False: a thread has ended before."""
    running = [each(root) for each in operation]
    results = [None, None]
    for thread in schedule:
        try:
            step = running[thread].send(results[thread])
        except StopIteration as stop:
            if notes[thread] is not None:
                return False
            notes[thread] = stop.value
            continue
        results[thread] = links[step[1]] if step[0] == "load" else None
        if step[0] == "store":
            links[step[1]] = step[2]
    return None not in notes


def outcomes(operation, known):
    """The last turn of a thread only returns, so each of them has a turn more than it has steps."""
    found = set()
    turns = range(1, 5)
    for root in (None, *range(MOST)):
        for before in itertools.product((None, *range(MOST)), repeat=MOST):
            text = brute_force.text_of([root], [[link] for link in before])
            for counts in itertools.product(turns, repeat=2):
                for places in itertools.combinations(range(sum(counts)), counts[0]):
                    schedule = [0 if i in places else 1 for i in range(sum(counts))]
                    links, notes = list(before), [None, None]
                    if end(operation, root, schedule, links, notes):
                        after = brute_force.text_of([root], [[link] for link in links])
                        found.add(f"{text if known else '-'};{notes[0]}{notes[1]};{after}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        seen_file = pathlib.Path(folder) / "outcomes"
        sleave = command.Sleave(call.sleave, folder, environment={**os.environ, "OUTCOMES": str(seen_file)})
        for known, pair in itertools.product(("known", "unknown"), itertools.product(OPERATIONS, repeat=2)):
            name = " ".join((known, *pair))
            expected = outcomes([OPERATIONS[word] for word in pair], known == "known")
            seen_file.write_text("")
            ended = sleave.run(call.program, "--strategy=dpor", "--files=real", "--runs=0", "--time=0", arguments=[known, *pair])
            if not checks.that(ended.summary is not None, f"{name}: there is a summary", ended):
                continue
            checks.equal([gap for gap in ended.summary["gaps"] if "uncontrolled" not in gap], [], f"{name}: gaps", ended)
            checks.equal((ended.summary["open"], ended.summary["findings"]), (0, []), f"{name}: nothing is left", ended)
            seen = {line for line in seen_file.read_text().split("\n") if line}
            checks.equal(sorted(expected - seen), [], f"{name}: outcomes that the search does not reach", ended)
            checks.equal(sorted(seen - expected), [], f"{name}: outcomes that there are not", ended)
            print(f"{name}: {len(expected)} outcomes, {ended.summary['complete_runs']} classes")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
