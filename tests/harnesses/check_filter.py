#!/usr/bin/env python3
"""Random pairs of small functions, of which many fail in one thread, against brute force.   check_filter.py --sleave=SLEAVE

Each function is some steps on two atomic numbers. For each finding its inputs must pass in both orders of the calls and
fail in some interleaving of their steps. Where brute force knows such small inputs, a finding must come.
"""

import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, size  # noqa: E402

STEPS = ("set_x", "set_y", "add_x", "add_y", "x_from_y", "y_from_x", "need_x", "need_y")
CODE = {"set_x": "s->x = {0};", "set_y": "s->y = {0};", "add_x": "s->x += {0};", "add_y": "s->y += {0};", "x_from_y": "s->x = s->y;",
        "y_from_x": "s->y = s->x;", "need_x": "assert(s->x != {0});", "need_y": "assert(s->y != {0});"}


def step(random_, kinds=STEPS):
    return random_.choice(kinds), random_.randrange(4)


def wrap(number):
    return (number + 2**31) % 2**32 - 2**31


def parts(steps):
    """Atomic parts: a copy reads and writes."""
    for kind, number in steps:
        if kind in ("x_from_y", "y_from_x"):
            yield "read_y" if kind == "x_from_y" else "read_x", 0
            yield "write_x" if kind == "x_from_y" else "write_y", 0
        else:
            yield kind, number


def fails(order, x, y):
    held = [0, 0]
    for thread, (kind, number) in order:
        if kind == "set_x":
            x = number
        elif kind == "set_y":
            y = number
        elif kind == "add_x":
            x = wrap(x + number)
        elif kind == "add_y":
            y = wrap(y + number)
        elif kind == "read_x":
            held[thread] = x
        elif kind == "read_y":
            held[thread] = y
        elif kind == "write_x":
            x = held[thread]
        elif kind == "write_y":
            y = held[thread]
        elif (x if kind == "need_x" else y) == number:
            return True
    return False


def interleavings(f, g):
    for places in itertools.combinations(range(len(f) + len(g)), len(f)):
        first, second, order = iter(f), iter(g), []
        for i in range(len(f) + len(g)):
            order.append((0, next(first)) if i in places else (1, next(second)))
        yield order


def verdict(f, g, x, y):
    """Whether one thread fails, and whether two do."""
    f, g = list(parts(f)), list(parts(g))
    alone = fails([(0, s) for s in f] + [(1, s) for s in g], x, y) or fails([(1, s) for s in g] + [(0, s) for s in f], x, y)
    return alone, any(fails(order, x, y) for order in interleavings(f, g))


def source(f, g):
    text = "#include <assert.h>\nstruct state { _Atomic int x; _Atomic int y; };\n"
    for name, steps in (("f", f), ("g", g)):
        text += f"void {name}(struct state* s) {{ {' '.join(CODE[kind].format(number) for kind, number in steps)} }}\n"
    return text


def number_of(value):
    """The signed one, of "4294967295 (-1)"."""
    return int(value.split("(")[1].rstrip(")").split()[0]) if "(-" in value else int(value.split()[0])


def check_pair(sleave, folder, seed, checks):
    random_ = random.Random(seed)
    f, g = ([step(random_) for _ in range(random_.randint(1, 3))] for _ in range(2))
    f.append(step(random_, ("need_x", "need_y")))
    (folder / "pair.c").write_text(source(f, g))
    done = subprocess.run([sleave, "harness", "pair.c", "--function=f", "--with=g", "--runs=1500", "--minimize=off", "--races=off",
                           f"--out=out{seed}", f"--seed={seed}"], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    words = f"seed {seed}: f is {f}, g is {g}"
    if not checks.that(done.returncode in (0, 1), f"{words}: it ends", done.stdout + done.stderr):
        return 0
    expected = any(not alone and two for alone, two in (verdict(f, g, x, y) for x in range(-1, 5) for y in range(-1, 5)))
    for file in (folder / f"out{seed}").glob("*/findings/*/finding.json"):
        inputs = {one["name"]: number_of(one["value"]) for one in json.loads(file.read_text())["inputs"]}
        x, y = (next((value for name, value in inputs.items() if name.endswith(part)), 0) for part in ("->x", "->y"))
        checks.equal(verdict(f, g, x, y), (False, True), f"{words}: one thread passes with x={x}, y={y}, and two fail", done.stdout)
    checks.equal(done.returncode, int(expected), f"{words}: whether it is found", done.stdout)
    return done.returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sleave", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=5 if size.is_short() else 60)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        found = sum(check_pair(options.sleave.resolve(), pathlib.Path(folder), seed, checks)
                    for seed in range(options.first, options.first + options.count))
    print(f"{options.count} pairs, {found} with a finding")
    sys.exit(checks.finish())


if __name__ == "__main__":
    main()
