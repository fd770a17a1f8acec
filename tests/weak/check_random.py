#!/usr/bin/env python3
"""Random litmus tests natively against the brute force of model.py: as many classes, and no outcome that C++20 does not have.

    check_random.py --sleave=SLEAVE LITMUS [--first=SEED --programs=N]
"""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, size  # noqa: E402

import model  # noqa: E402

SEARCH = ("--strategy=dpor", "--runs=0", "--time=0", "--without=symmetry", "--model=c++20")


def operation(rng, at, sequential):
    """Of a thread that has read something."""
    def order(*orders):
        return "sc" if rng.random() < sequential else rng.choice(orders)

    load, store, update = order("rlx", "acq"), order("rlx", "rel"), order("rlx", "acq", "rel", "ar")
    kind = rng.choice("RRRWWWAXCFD")
    value = rng.randint(1, 2)
    return {
        "R": f"R {at} {load}", "W": f"W {at} {value} {store}", "A": f"A {at} 1 {update}", "X": f"X {at} {value} {update}",
        "C": f"C {at} {value - 1} {value} {update} {load}", "F": f"F {order('acq', 'rel', 'ar', 'sc')}", "D": f"D {at} {store}",
    }[kind]


def program(seed):
    """Neighbors mostly access different locations: otherwise hardly any program is weak."""
    rng = random.Random(seed)
    sequential = rng.choice((0, 0.2, 0.5, 0.9))
    threads = []
    number = rng.choice((2, 2, 3))
    for _ in range(number):
        at, made = rng.choice("xy"), []
        for _ in range(rng.randint(1, 4 if number == 2 else 3)):
            if rng.random() < 0.75:
                at = "y" if at == "x" else "x"
            word = operation(rng, at, sequential)
            if word[0] == "D" and not any(other[0] in "RAXC" for other in made):
                word = f"R {at} rlx"
            made.append(word)
        threads.append("; ".join(made))
    return " | ".join(threads)


def compare(sleave, litmus, seed, checks):
    """Whether the program was small enough, and whether it is weak."""
    text = program(seed)
    expected = model.executions(text, "c++20", most=1500)
    interleaved = model.executions(text, "sc", most=1500)
    if expected is None or interleaved is None:
        return False, False
    count, outcomes = expected
    ended = sleave.run(litmus, *SEARCH, arguments=[text, *sorted(outcomes)])
    if checks.that(ended.summary is not None, f"seed {seed}: there is a summary", ended):
        seen = (ended.summary["result"], ended.summary["complete_runs"])
        checks.equal(seen, ("complete", count), f"seed {seed}: {text}", ended)
    ended = sleave.run(litmus, *SEARCH, "--model=auto", arguments=[text, *sorted(outcomes)])
    if checks.that(ended.summary is not None, f"seed {seed}: there is a summary by default", ended):
        checks.equal(ended.summary["complete_runs"], interleaved[0], f"seed {seed}: {text}", ended)
        checks.that(ended.summary["memory_model"] == "sc" or count == interleaved[0], f"seed {seed}: the claim holds: {text}", ended)
    return True, count != interleaved[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sleave", required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=40 if size.is_short() else 2000)
    parser.add_argument("litmus")
    options = parser.parse_args()
    checks = check.Checks()
    compared = weak = 0
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.sleave, folder)
        for seed in range(options.first, options.first + options.programs):
            small, is_weak = compare(sleave, options.litmus, seed, checks)
            compared += small
            weak += is_weak
    print(f"{compared} of {options.programs} programs compared, {weak} have executions that no interleaving has")
    checks.that(compared * 10 >= options.programs * 7 and weak * 10 >= compared, "enough programs are compared, enough of them weak")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
