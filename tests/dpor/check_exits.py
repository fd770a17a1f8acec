#!/usr/bin/env python3
"""Random programs that exit while their threads run, searched to the end, against brute force.

    check_exits.py --bin=BIN [--first=SEED] [--programs=N]

One to three threads, some of them detached, and main load, store and add to two atomics. Main ends the process by _exit, exit, a return or
as the last of its threads, and an exit handler does more of the same. One of them fails if its loads and additions found certain values.
Brute force here runs through all interleavings, which may end anywhere, and knows whether that can be. The search must find the failure if it
can, and else say that it is complete.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

WAYS = {"_exit": "_exit(0);", "exit": "exit(0);", "return": "", "pthread_exit": "pthread_exit(0);"}
HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int v[2];
"""


def random_steps(draw, least, most):
    """(what, variable, value)"""
    return [(draw.choice(["load", "load", "store", "add"]), draw.randrange(2), draw.randrange(1, 4))
            for _ in range(draw.randint(least, most))]


def found_by(steps):
    """How many values the steps find."""
    return sum(1 for what, _, _ in steps if what != "store")


class Program:
    def __init__(self, seed):
        draw = random.Random(seed)
        self.seed = seed
        self.threads = [random_steps(draw, 1, 3) for _ in range(draw.choice([1, 2, 2, 3]))]
        self.detached = [draw.random() < 0.5 for _ in self.threads]
        self.way = draw.choice(list(WAYS))
        self.main = random_steps(draw, 0, 2)
        self.handler = random_steps(draw, 0, 2) if self.way in ("exit", "return") else []
        actors = [self.main + self.handler, *self.threads]
        self.failing = draw.randrange(1 if self.way == "pthread_exit" else 0, len(actors))
        possible = found_values(actors, self.failing)
        self.values = draw.choice(sorted(possible))
        if draw.random() < 0.5:
            self.values = tuple(draw.randrange(5) for _ in self.values)
        self.can_fail = self.values in possible

    def failure(self, actor):
        if actor != self.failing:
            return []
        return [f"assert(!({' && '.join(['1', *(f'r[{i}] == {value}' for i, value in enumerate(self.values))])}));"]

    def text(self):
        name = f"p{self.seed}"
        lines = []
        for number, steps in enumerate(self.threads):
            body = ["int r[3];", "(void)r;", *text_of(steps), *self.failure(number + 1), "return unused;"]
            lines += function(f"void* {name}_{number}(void* unused)", body)
        lines.append(f"static int r{name}[4];")
        use_own = f"int* r = r{name}; (void)r;"
        at_end = self.failure(0)
        lines += function(f"void {name}_handler(void)", [use_own, *text_of(self.handler, found_by(self.main)),
                                                         *(at_end if self.way != "_exit" else [])])
        body = [use_own, "pthread_t thread;"] + ([f"atexit({name}_handler);"] if self.way != "_exit" else [])
        for number, detached in enumerate(self.detached):
            body += [f"pthread_create(&thread, 0, {name}_{number}, 0);"] + (["pthread_detach(thread);"] if detached else [])
        body += text_of(self.main) + (at_end if self.way == "_exit" else []) + [WAYS[self.way]]
        return lines + function(f"void {name}(void)", body)


def function(heading, body):
    return [f"static {heading} {{", *(f"  {line}" for line in body), "}"]


def text_of(steps, found=0):
    lines = []
    for what, variable, value in steps:
        if what == "store":
            lines.append(f"atomic_store(&v[{variable}], {value});")
            continue
        lines.append(f"r[{found}] = atomic_load(&v[{variable}]);" if what == "load" else
                     f"r[{found}] = atomic_fetch_add(&v[{variable}], {value});")
        found += 1
    return lines


def found_values(actors, one):
    """What `one` of the actors may have found when it is at its end, wherever the others are."""
    start = ((0,) * len(actors), (0, 0), ())
    seen, todo, results = {start}, [start], set()
    while todo:
        places, memory, found = todo.pop()
        if places[one] == len(actors[one]):
            results.add(found)
        for actor, steps in enumerate(actors):
            if places[actor] == len(steps):
                continue
            what, variable, value = steps[places[actor]]
            then = list(memory)
            then[variable] = {"load": memory[variable], "store": value, "add": memory[variable] + value}[what]
            news = (memory[variable],) if actor == one and what != "store" else ()
            state = ((*places[:actor], places[actor] + 1, *places[actor + 1:]), tuple(then), found + news)
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return results


def build(folder, bin_folder, programs):
    lines = [line for program in programs for line in program.text()]
    lines += ["int main(int count, char** words) {", "  switch (count > 1 ? atoi(words[1]) : 0) {"]
    lines += [f"    case {program.seed}: p{program.seed}(); break;" for program in programs]
    lines += ["  }", "  return 0;", "}"]
    (folder / "exits.c").write_text(HEAD + "\n".join(lines) + "\n")
    subprocess.run([str(bin_folder / "sleave-cc"), "-g", "-O1", "-w", "-pthread", "exits.c", "-o", "exits"], cwd=folder, check=True)
    return folder / "exits"


def search(sleave, binary, program, checks):
    ended = sleave.run(binary, "--strategy=dpor", "--minimize=off", "--runs=0", "--time=60s", arguments=[str(program.seed)],
                       out=str(program.seed))
    name = f"program {program.seed} ({program.way})"
    if not program.can_fail:
        checks.equal(ended.summary["result"], "complete", f"{name}: it cannot fail", ended)
        return
    checks.equal(ended.code, command.FINDING, f"{name}: it can fail", ended)
    again = sleave.replay(sleave.finding_folder(binary, out=str(program.seed)))
    checks.equal(again.code, command.FINDING, f"{name}: the failure replays", again)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20 if size.is_short() else 300)
    options = parser.parse_args()
    checks = check.Checks()
    with tempfile.TemporaryDirectory() as folder:
        sleave = command.Sleave(options.bin / "sleave", folder)
        programs = [Program(seed) for seed in range(options.first, options.first + options.programs)]
        binary = build(pathlib.Path(folder), options.bin, programs)
        for program in programs:
            search(sleave, binary, program, checks)
    print(f"{len(programs)} programs, of which {sum(program.can_fail for program in programs)} can fail")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
