#!/usr/bin/env python3
"""Exhaustive searches of shapes that are read to the end: each heap is run exactly once, and there is no other.

    check_heaps.py --sleave=SLEAVE PROGRAM INTERFACE        programs made of heaps.cc and, with the macros for C, interface.c

Which heaps there are follows from brute_force.py, which knows nothing of shapes. The numbers are also those of publications: restricted-growth
strings, Catalan numbers, and red-black trees (Korat, ISSTA 2002).
"""

import argparse
import itertools
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402
import brute_force  # noqa: E402


def catalan(count):
    product = 1
    for i in range(count):
        product = product * 2 * (2 * i + 1) // (i + 2)
    return product


def one(most):
    return brute_force.heaps(1, most)


def two(most):
    return brute_force.heaps(2, most)


def two_deep(most):
    """Three nodes are what two levels have room for."""
    assert most == 2
    return {heap for heap in two(3) if brute_force.depth_of(heap, 2) <= most}


def two_exact(most):
    return {heap for heap in two(most) if brute_force.nodes_in(heap) == most}


def lists(most):
    return {brute_force.text_of([0 if count else None], [[i + 1 if i + 1 < count else None] for i in range(count)]) for count in range(most + 1)}


def rings(most):
    return {brute_force.text_of([0 if count else None], [[(i + 1) % count] for i in range(count)]) for count in range(most + 1)}


def without_circles(heaps):
    return {heap for heap in heaps if not brute_force.has_circle(heap)}


def trees(most):
    return {brute_force.tree_text(tree) for count in range(most + 1) for tree in brute_force.trees(count)}


def nonempty_pairs(most):
    return {heap for heap in brute_force.heaps(1, most, roots=2) if "0" not in heap.split("|")[0].split()}


def texts(letters, most, begin, end):
    return {begin + "".join(word) + end for length in range(most + 1) for word in itertools.product(letters, repeat=length)}


def bits(most):
    return texts(("0 ", "1 "), most, "[", "]")


def with_children(most, count=2):
    """Trees of at most so many nodes, each with an array of at most `count` trees or nulls."""
    of_size = {0: {"0"}}  # by number of nodes

    def arrays(nodes, places):
        if places == 0:
            return {""} if nodes == 0 else set()
        return {first + rest for here in range(nodes + 1) for first in of_size[here] for rest in arrays(nodes - here, places - 1)}

    for nodes in range(1, most + 1):
        of_size[nodes] = {f"({inside})" for places in range(count + 1) for inside in arrays(nodes - 1, places)}
    return set().union(*of_size.values())


# Program's kind, size, heaps, number that is known from elsewhere.
CASES = [
    ("one", 4, one, 15),
    ("two", 1, two, 5),
    ("two", 2, two, 50),
    ("two_deep", 2, two_deep, 306),
    ("two_whole", 2, two, 50),
    ("two_exact", 2, two_exact, 45),
    ("three", 2, lambda most: brute_force.heaps(3, most), 522),
    ("look", 6, lambda _: {"none", "one", "more"}, 3),
    ("list", 5, lists, 6),
    ("nonempty", 4, lambda most: one(most) - {"0 "}, 14),
    ("atomic", 3, one, 10),
    ("owner", 3, lists, 4),
    ("tree", 4, trees, sum(map(catalan, range(5)))),
    ("tree_exact", 6, lambda most: set(map(brute_force.tree_text, brute_force.trees(most))), catalan(6)),
    ("pair", 2, lambda most: brute_force.heaps(1, most, roots=2), None),
    ("pair_whole", 2, lambda most: brute_force.heaps(1, most, roots=2), None),
    ("pair_nonempty", 2, nonempty_pairs, None),
    ("dag", 3, lambda most: without_circles(two(most)), None),
    ("pair_dag", 2, lambda most: without_circles(brute_force.heaps(2, most, roots=2)), None),
    ("ring", 4, rings, 5),
    ("red_black", 5, brute_force.red_black, None),
]
INTERFACE = [
    ("list", 3, lists, 4),
    ("graph", 2, two, 50),
    ("dag", 2, lambda most: without_circles(two(most)), None),
    ("pair", 2, lambda most: brute_force.heaps(1, most, roots=2), None),
    ("hooks", 3, rings, 4),
    ("children", 3, with_children, None),
    ("elements", 3, bits, 15),
    ("array", 3, bits, 15),
    ("text", 2, lambda most: texts("ab", most, "<", ">"), 7),
    ("values", 2, lambda _: {"7 "}, 1),
]
MORE = [
    ("one", 6, one, 28),
    ("two", 3, two, 866),
    ("two_whole", 3, two, 866),
    ("two", 4, two, 21_091),
    ("dag", 4, lambda most: without_circles(two(most)), None),
    ("pair", 4, lambda most: brute_force.heaps(1, most, roots=2), None),
    ("tree_exact", 8, lambda most: set(map(brute_force.tree_text, brute_force.trees(most))), 1_430),
    ("red_black", 7, brute_force.red_black, 35),
    ("red_black", 8, brute_force.red_black, 64),
    ("red_black", 9, brute_force.red_black, 122),
    ("tree_exact", 12, lambda most: set(map(brute_force.tree_text, brute_force.trees(most))), 208_012),
]


class Search:
    def __init__(self, call, folder):
        self.program = call.program
        self.interface = call.interface
        self.outcomes = folder / "outcomes"
        self.sleave = command.Sleave(call.sleave, folder, environment={**os.environ, "OUTCOMES": str(self.outcomes)})
        self.checks = check.Checks()

    def run(self, program, kind, most, heaps, known):
        name = f"{pathlib.Path(program).name} {kind} {most}"
        expected = heaps(most)
        if known is not None:
            self.checks.equal(len(expected), known, f"{name}: brute force")
        self.outcomes.write_text("")
        ended = self.sleave.run(program, "--strategy=dpor", "--files=real", "--runs=0", "--time=0", arguments=[kind, str(most)])
        summary = ended.summary
        if not self.checks.that(summary is not None, f"{name}: there is a summary", ended):
            return
        self.checks.equal(summary["complete_runs"], len(expected), f"{name}: each heap is run once", ended)
        self.checks.equal([gap for gap in summary["gaps"] if "uncontrolled" not in gap], [], f"{name}: gaps", ended)
        self.checks.equal(summary["open"], 0, f"{name}: nothing is left", ended)
        seen = {line for line in self.outcomes.read_text().split("\n") if line}
        self.checks.equal(sorted(expected - seen), [], f"{name}: heaps that no run had")
        self.checks.equal(sorted(seen - expected), [], f"{name}: heaps that there are not")
        print(f"{name}: {len(expected)} heaps, {summary['runs']} runs, {summary['excluded']} excluded, {summary['runs_per_second']:.0f} runs/s")


    def check_samples(self):
        """Samples with random inputs are shapes, too; those of an audit among them."""
        sleave = command.Sleave(self.sleave.command, self.sleave.folder)
        ended = sleave.run(self.program, "--strategy=dpor", "--runs=0", "--time=0", arguments=["list", "5"])
        self.checks.equal(ended.summary["result"], "complete", "list 5: result", ended)
        self.checks.equal(ended.summary["audit_runs"], 200, "list 5: samples of the audit", ended)
        self.checks.that("for all inputs (list)" in " ".join(ended.output.split()), "list 5: the claim names the shape", ended)
        ended = sleave.run(self.program, "--inputs=random", "--runs=1000", "--time=0", arguments=["list", "5"])
        self.checks.equal(ended.summary["excluded"], 0, "list 5: random links are a list", ended)

    def check_behind(self):
        """A read behind the last element of an array, with one size and one value of the element before."""
        sleave = command.Sleave(self.sleave.command, self.sleave.folder)
        ended = sleave.run(self.interface, "--strategy=dpor", "--runs=0", "--time=0", arguments=["behind", "3"])
        if not self.checks.equal(ended.code, command.FINDING, "behind 3: exit code", ended):
            return
        self.checks.equal(ended.summary["findings"][0]["kind"], "heap_overflow", "behind 3: kind", ended)
        self.checks.that("tree->size == 2, and tree->data[1] == 200." in " ".join(ended.output.split()), "behind 3: condition", ended)
        replayed = sleave.replay(sleave.finding_folder(self.interface), "--times=3")
        self.checks.equal(replayed.code, command.FINDING, "behind 3: replay", replayed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("program")
    parser.add_argument("interface")
    call = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        search = Search(call, pathlib.Path(folder))
        for case in CASES if size.is_short() else CASES + MORE:
            search.run(search.program, *case)
        for case in INTERFACE:
            search.run(search.interface, *case)
        search.check_behind()
        search.check_samples()
    return search.checks.finish()


if __name__ == "__main__":
    sys.exit(main())
