#!/usr/bin/env python3
"""Random programs full of data races, searched to the end, against brute force.

    check_races.py --bin=BIN [--first=SEED] [--programs=N]

Plain accesses are scheduling points only where a race was seen, so a search that says "complete" has to see every race that
matters. Each program has two or three threads with plain accesses to two variables, some under a lock. Brute force here runs through all
interleavings of the single accesses and knows every outcome: what the threads have read, and what is left in the variables. The program ends with a
failure of its own for each outcome, so the failures that the search finds must be just those, and it must say that it is complete.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

VARIABLES = ["x", "y"]
REGISTERS = 3  # of a thread
VALUES = 4  # 0 to 3: sums are taken modulo that
OF_A_FILE = 20


def random_thread(draw):
    """Steps: (load, variable, register), (store, variable, value), (add, variable, register), (unless, register, value, count) which
    passes over `count` steps, lock, unlock."""
    steps = []
    for _ in range(draw.randint(2, 3)):
        variable = draw.randrange(len(VARIABLES))
        register = draw.randrange(REGISTERS)
        kind = draw.choice(["load", "store", "sum", "guarded"])
        if kind == "load":
            part = [("load", variable, register)]
        elif kind == "store":
            part = [("store", variable, draw.randrange(1, VALUES))]
        elif kind == "sum":
            part = [("load", variable, register), ("add", variable, register)]
        else:
            part = [("unless", register, draw.randrange(VALUES), 1), ("store", variable, draw.randrange(1, VALUES))]
        if draw.random() < 0.25:
            part = [("lock",), *part, ("unlock",)]
        steps += part
    return steps


def random_program(seed):
    draw = random.Random(seed)
    threads = 3 if draw.random() < 0.3 else 2
    return [random_thread(draw) for _ in range(threads)]


def outcomes_of(program):
    """All that any interleaving leads to, as numbers."""
    start = ((0,) * len(program), (0,) * len(VARIABLES), ((0,) * REGISTERS,) * len(program), None)
    seen, todo, outcomes = {start}, [start], set()
    while todo:
        places, memory, registers, holder = todo.pop()
        if all(place == len(steps) for place, steps in zip(places, program)):
            outcomes.add(number_of([*memory, *(value for own in registers for value in own)]))
        for thread, steps in enumerate(program):
            state = step(thread, steps, places, memory, registers, holder)
            if state is not None and state not in seen:
                seen.add(state)
                todo.append(state)
    return outcomes


def step(thread, steps, places, memory, registers, holder):
    if places[thread] == len(steps):
        return None
    what, *operands = steps[places[thread]]
    on = 1
    memory, own = list(memory), list(registers[thread])
    if what == "lock":
        if holder is not None:
            return None
        holder = thread
    elif what == "unlock":
        holder = None
    elif what == "load":
        own[operands[1]] = memory[operands[0]]
    elif what == "store":
        memory[operands[0]] = operands[1]
    elif what == "add":
        memory[operands[0]] = (own[operands[1]] + 1) % VALUES
    elif own[operands[0]] != operands[1]:
        on += operands[2]
    changed = lambda of, value: (*of[:thread], value, *of[thread + 1:])  # noqa: E731
    return changed(places, places[thread] + on), tuple(memory), changed(registers, tuple(own)), holder


def number_of(values):
    number = 0
    for value in values:
        number = number * VALUES + value
    return number


def text_of_step(what, *operands):
    if what in ("lock", "unlock"):
        return f"pthread_mutex_{what}(&mutex);"
    if what == "load":
        return f"r{operands[1]} = {VARIABLES[operands[0]]};"
    if what == "store":
        return f"{VARIABLES[operands[0]]} = {operands[1]};"
    if what == "add":
        return f"{VARIABLES[operands[0]]} = (r{operands[1]} + 1) % {VALUES};"
    return f"if (r{operands[0]} == {operands[1]})"


def text_of(seed, program, outcomes):
    lines = []
    for thread, steps in enumerate(program):
        lines += [f"static void* p{seed}_{thread}(void* unused) {{", "  int r0 = 0, r1 = 0, r2 = 0;"]
        lines += ["  " + text_of_step(*one) for one in steps]
        lines += [f"  read_by[{thread}][{i}] = r{i};" for i in range(REGISTERS)]
        lines += ["  return unused;", "}"]
    lines += [f"static void p{seed}(void) {{", "  pthread_t threads[3];"]
    lines += [f"  pthread_create(&threads[{i}], 0, p{seed}_{i}, 0);" for i in range(len(program))]
    lines += [f"  pthread_join(threads[{i}], 0);" for i in range(len(program))]
    lines += [f"  switch (outcome({len(program)})) {{"]
    lines += [f'    case {number}: assert(!"outcome {number}");' for number in sorted(outcomes)]
    lines += ['    default: assert(!"outcome -1");', "  }", "}"]
    return lines


def source_of(seeds, programs, outcomes):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdlib.h>", f"static int {', '.join(VARIABLES)};",
             f"static int read_by[3][{REGISTERS}];", "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;",
             "static long outcome(int threads) {", f"  long number = x * {VALUES} + y;",
             f"  for (int i = 0; i < threads * {REGISTERS}; ++i) number = number * {VALUES} + read_by[0][i];",
             "  return number;", "}"]
    for seed in seeds:
        lines += text_of(seed, programs[seed], outcomes[seed])
    lines += ["int main(int count, char** words) {", "  switch (count < 2 ? 0 : atoi(words[1])) {"]
    lines += [f"    case {seed}: p{seed}(); break;" for seed in seeds]
    return "\n".join([*lines, "  }", "  return 0;", "}", ""])


def found_by(sleave, program, seed):
    """The outcomes that the search saw, and whether it says that there are no others."""
    out = f"out{seed}"
    ended = sleave.run(program, "--strategy=dpor", "--keep-going", "--minimize=off", "--runs=0", "--time=120s", out=out,
                       arguments=[str(seed)])
    seen = set()
    for finding in (sleave.folder / out).glob("*/findings/*/finding.json"):
        message = json.loads(finding.read_text())["message"]
        seen.update(int(number) for number in re.findall(r"outcome (-?\d+)", message))
    return seen, "The search is complete" in ended.output, ended


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20 if size.is_short() else 500)
    call = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(call.bin / "sleave", folder)
        for first in range(call.first, call.first + call.programs, OF_A_FILE):
            seeds = range(first, min(first + OF_A_FILE, call.first + call.programs))
            programs = {seed: random_program(seed) for seed in seeds}
            outcomes = {seed: outcomes_of(programs[seed]) for seed in seeds}
            source, program = pathlib.Path(folder) / "races.c", pathlib.Path(folder) / f"races{first}"
            source.write_text(source_of(seeds, programs, outcomes))
            subprocess.run([call.bin / "sleave-cc", "-O0", "-g", "-w", "-pthread", source, "-o", program], check=True)
            for seed in seeds:
                seen, complete, ended = found_by(sleave, program, seed)
                checks.equal(sorted(seen), sorted(outcomes[seed]), f"program {seed}: outcomes", ended)
                checks.that(complete, f"program {seed}: the search is complete", ended)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
