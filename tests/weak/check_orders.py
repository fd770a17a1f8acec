#!/usr/bin/env python3
"""`sleave orders` against brute force: for small programs that fail unless an interleaving explains what they read, all assignments of
memory orders to their operations are enumerated with the model of model.py. The orders that sleave reports as enough must be one of those
that pass and of which none can be weaker; and it must say that the program fails with its own orders if and only if it does. What the
search rests on is checked, too: an assignment that is stronger than one that passes, passes.

    check_orders.py --bin=FOLDER

SLEAVE_TEST_SIZE=full begins with four assignments for each program, and has larger programs.
"""

import argparse
import functools
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import model  # noqa: E402
from harness import check, command, size  # noqa: E402

# As in litmus.cc; orders are left out, `?` stands for them.
PROGRAMS = {
    "store buffering": "W x 1 ?; R y ? | W y 1 ?; R x ?",
    "message": "W x 1 ?; W y 1 ? | R y ?; R x ?",
    "message by an update": "W x 1 ?; A y 1 ? | R y ?; R x ?",
    "message to an exchange": "W x 1 ?; W y 1 ? | X y 2 ?; R x ?",
    "message by fences or not": "W x 1 rlx; F ?; W y 1 ? | R y ?; F ?; R x rlx",
    "store buffering with fences": "W x 1 rlx; F ?; R y rlx | W y 1 rlx; F ?; R x rlx",
    "two stores each": "W x 1 ?; W y 2 ? | W y 1 ?; W x 2 ?",
    "store behind a load": "W x 2 ?; W y 1 ? | R y ?; W x 1 ?",
    "store against a load": "W x 1 ?; W y 1 ? | W y 2 ?; R x ?",
    "compare-exchange": "W x 1 ?; W y 1 ? | C y 1 2 ? ?; R x ?",
}
LARGER = {
    "passed on": "W x 1 ? | R x ?; W y 1 ? | R y ?; R x ?",
    "handed over twice": "W x 1 rlx; W y 1 ? | R y ?; W z 1 ? | R z ?; R x rlx",
    "exchanges": "X x 1 ?; R y ? | X y 1 ?; R x ?",
}
BOTH = ("rlx", "acq", "rel", "ar", "sc")
LEVELS = {"R": ("rlx", "acq", "sc"), "W": ("rlx", "rel", "sc"), "A": BOTH, "X": BOTH, "F": BOTH, "C": BOTH}
ORDERS = {"rlx": "relaxed", "acq": "acquire", "rel": "release", "ar": "acq_rel", "sc": "seq_cst"}
ABOVE = {"rlx": BOTH, "acq": ("acq", "ar", "sc"), "rel": ("rel", "ar", "sc"), "ar": ("ar", "sc"), "sc": ("sc",)}


def operations(text):
    return [[words.split() for words in part.split(";")] for part in text.split("|")]


def places(text):
    """What each `?` belongs to: its levels, the operation's number, and whether it is the order of a compare-exchange that fails."""
    found = []
    for number, words in enumerate(words for thread in operations(text) for words in thread):
        for which, word in enumerate(word for word in words if word == "?"):
            failure = words[0] == "C" and which == 1
            found.append((LEVELS["R"] if failure else LEVELS[words[0]], number, failure))
    return found


def filled(text, orders):
    rest = iter(orders)
    return "".join(next(rest) if letter == "?" else letter for letter in text)


class BruteForce:
    def __init__(self, text):
        self.text = text
        self.levels = [levels for levels, _, _ in places(text)]
        flat = [words for thread in operations(text) for words in thread]
        self.fences = [flat[number][0] == "F" for _, number, _ in places(text)]
        _, self.allowed = model.executions(filled(text, ["sc"] * len(self.levels)), "sc")

    @functools.cache
    def passes(self, orders):
        _, outcomes = model.executions(filled(self.text, orders), "c++20")
        return outcomes <= self.allowed

    def weaker(self, orders):
        """Those in which one order is weaker."""
        for i, order in enumerate(orders):
            for level in self.levels[i]:
                if level != order and order in ABOVE[level]:
                    yield (*orders[:i], level, *orders[i + 1:])

    def is_minimal(self, orders):
        return self.passes(orders) and not any(self.passes(each) for each in self.weaker(orders))

    def is_monotone(self):
        every = list(itertools.product(*self.levels))
        return all(self.passes(orders) for orders in every if any(self.passes(each) for each in self.weaker(orders)))


def statement(words):
    order = [f"std::memory_order_{ORDERS[word]}" for word in words if word in ORDERS]
    at = words[1] if words[0] != "F" else ""
    return {
        "R": f"read.push_back({at}.load({order[0]}));",
        "W": f"{at}.store({words[2] if words[0] == 'W' else 0}, {order[0]});",
        "A": f"read.push_back({at}.fetch_add({words[2] if words[0] == 'A' else 0}, {order[0]}));",
        "X": f"read.push_back({at}.exchange({words[2] if words[0] == 'X' else 0}, {order[0]}));",
        "F": f"std::atomic_thread_fence({order[0]});",
        "C": "{ int found = %s; %s.compare_exchange_strong(found, %s, %s); read.push_back(found); }"
             % (words[2], at, words[3] if len(words) > 3 else 0, ", ".join(order)) if words[0] == "C" else "",
    }[words[0]]


def source_of(text, allowed):
    """A program, and the line of each operation."""
    lines = ["#include <atomic>", "#include <cstdlib>", "#include <string>", "#include <thread>", "#include <vector>",
             "std::atomic<int> x, y, z, w;"]
    where = []
    threads = operations(text)
    for number, thread in enumerate(threads):
        lines += [f"std::vector<int> read{number};", f"void run{number}() {{", f"auto& read = read{number};", "read.reserve(8);"]
        for words in thread:
            lines.append(statement(words))
            where.append(len(lines))
        lines.append("}")
    numbers = range(len(threads))
    lines += ["int main() {", "std::string outcome;"]
    lines += [f"std::thread thread{i}(run{i});" for i in numbers] + [f"thread{i}.join();" for i in numbers]
    for i in numbers:
        lines += [f"for (int value : read{i}) outcome += std::to_string(value) + \",\";", "outcome += \"/\";"]
    lines += [f"outcome += std::to_string({at}.load(std::memory_order_relaxed)) + \",\";" for at in "xyzw"]
    lines += [f"if (outcome == \"{each}\") return 0;" for each in sorted(allowed)] + ["std::abort();", "}"]
    return "\n".join(lines) + "\n", where


class Check:
    def __init__(self, binaries, folder):
        self.binaries, self.folder = binaries, folder
        self.sleave = command.Sleave(binaries / "sleave", folder)
        self.checks = check.Checks()

    def program_with(self, brute, orders):
        source, where = source_of(filled(brute.text, orders), brute.allowed)
        path = self.folder / "program.cc"
        path.write_text(source)
        program = self.folder / "program"
        subprocess.run([self.binaries / "sleave-c++", "-std=c++20", "-O1", "-g", "-pthread", path, "-o", program], check=True)
        return program, where

    def check(self, name, brute, own):
        program, where = self.program_with(brute, own)
        ended = self.sleave.call("orders", "--json", "--time=0", program)
        label = f"{name}, {' '.join(own)}"
        if not self.checks.equal(ended.code, command.CLEAN if brute.passes(own) else command.FINDING, f"{label}: whether it passes", ended):
            return
        found = json.loads(ended.output)
        self.checks.equal(found["result"], "complete", f"{label}: complete", ended)
        rows = {(row["line"], row["operation"].startswith("failed")): row for row in found["operations"]}
        short = {word: order for order, word in ORDERS.items()} | {"none": "rlx"}
        enough = []
        for (_, number, failure), order in zip(places(brute.text), own):
            row = rows.get((where[number], failure))
            if not self.checks.that(row is not None, f"{label}: operation {number} is listed", ended):
                return
            self.checks.equal(short[row["now"]], order, f"{label}: order of operation {number}", ended)
            enough.append(short[row["enough"]])
            verdict = "too_weak" if enough[-1] not in (order, *below(order)) else \
                "stronger" if enough[-1] != order else "relaxed" if order == "rlx" else "needed"
            self.checks.equal(row["verdict"], verdict, f"{label}: verdict on operation {number}", ended)
        self.checks.that(brute.is_minimal(tuple(enough)), f"{label}: {' '.join(enough)} passes and nothing weaker does", ended)
        print(f"{label}: {' '.join(enough)} ({found['tests']} tests, {found['runs']} runs, {found['seconds']:.2f} s)", flush=True)


def below(order):
    return [each for each in BOTH if each != order and order in ABOVE[each]]


def begins(brute, rng):
    """Assignments that a program may have at first."""
    strongest = tuple("sc" for _ in brute.levels)
    possible = [levels[1:] if is_fence else levels for levels, is_fence in zip(brute.levels, brute.fences)]  # a relaxed fence is no code
    weakest = tuple(levels[0] for levels in possible)
    drawn = [tuple(rng.choice(levels) for levels in possible) for _ in range(0 if size.is_short() else 2)]
    return [strongest, weakest, *drawn]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    options = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        tried = Check(options.bin, pathlib.Path(folder))
        for name, text in {**PROGRAMS, **({} if size.is_short() else LARGER)}.items():
            brute = BruteForce(text)
            tried.checks.that(brute.is_monotone(), f"{name}: stronger orders pass where weaker do")
            for own in begins(brute, rng):
                tried.check(name, brute, own)
        return tried.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
