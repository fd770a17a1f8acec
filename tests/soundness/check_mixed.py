#!/usr/bin/env python3
"""Random programs that are only partly instrumented, searched to the end, against brute force.

    check_mixed.py --bin=BIN [--first=SEED] [--programs=N]

Each program has two or three threads whose steps read and change small integers. Where an integer lives decides who can see the
steps: in a file compiled with Sleave, in an object or a static archive compiled by another compiler, or in the C library or the
kernel behind a call (environment, file position, umask, ...). Every step is atomic, so brute force over the interleavings of steps
knows all outcomes. The program fails with a message of its own for each.

A search that says "complete" must have seen exactly these outcomes. One that does not must name what it cannot see, and programs
of which everything can be seen must come out complete.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command, size  # noqa: E402

VALUES = 4
OF_A_FILE = 20
SEEN = ["own", "other", "locked", "environment", "umask", "position", "semaphore", "name", "directory"]
UNSEEN = ["object", "archive", "pointer", "callback", "locale", "strtok"]
PLAIN_FILES = {"object", "archive", "pointer", "callback"}  # in C, by another compiler

# Every place has get() and set(value), which returns what was there before. Values are 0 to 3, first 0.
PLACE = """
static _Atomic int {name}_value;
int get_{name}(void) {{ return {name}_value; }}
int set_{name}(int value) {{ return atomic_exchange(&{name}_value, value); }}
"""
SOURCES = {
    "own": PLACE.format(name="own"),
    "locked": """
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int locked_value;
static int get_locked(void) {
  pthread_mutex_lock(&mutex);
  int value = locked_value;
  pthread_mutex_unlock(&mutex);
  return value;
}
static int set_locked(int value) {
  pthread_mutex_lock(&mutex);
  int before = locked_value;
  locked_value = value;
  pthread_mutex_unlock(&mutex);
  return before;
}
""",
    # Only one step of these is a call; so get and set return what that call shows.
    "environment": """
static int get_environment(void) { const char* text = getenv("SLEAVE_VALUE"); return text ? text[0] - '0' : 0; }
static int set_environment(int value) {
  char text[2] = {'0' + value, 0};
  setenv("SLEAVE_VALUE", text, 1);
  return 0;
}
""",
    "umask": """
static int set_umask(int value) { return umask(value) & 3; }
static int get_umask(void) { return 0; }
""",
    "position": """
static int file = -1;
static int set_position(int value) { lseek(file, value, SEEK_SET); return 0; }
static int get_position(void) { return (int)lseek(file, 0, SEEK_CUR); }
""",
    "semaphore": """
static sem_t semaphore;
static int set_semaphore(int value) { (void)value; sem_post(&semaphore); return 0; }
static int get_semaphore(void) { int value; sem_getvalue(&semaphore, &value); return value & 3; }
""",
    "name": """
static pthread_t main_thread;
static int set_name(int value) { char text[2] = {'0' + value, 0}; pthread_setname_np(main_thread, text); return 0; }
static int get_name(void) {
  char text[16];
  pthread_getname_np(main_thread, text, sizeof text);
  return text[0] >= '0' && text[0] <= '3' && !text[1] ? text[0] - '0' : 0;
}
""",
    "directory": """
static int set_directory(int value) { return value & 1 ? mkdir(folder, 0700) != 0 : rmdir(folder) != 0; }
static int get_directory(void) { return access(folder, F_OK) == 0; }
""",
    "locale": """
static int set_locale(int value) { setlocale(LC_ALL, value & 1 ? "C.UTF-8" : "C"); return 0; }
static int get_locale(void) { return strcmp(setlocale(LC_ALL, 0), "C") != 0; }
""",
    "strtok": """
static char tokens[] = "0 1 2 3 3 3 3 3 3 3 3 3";
static int set_strtok(int value) { (void)value; return get_token(); }
static int get_strtok(void) { return get_token(); }
""",
}
HEAD = """
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int get_other(void); int set_other(int); int get_object(void); int set_object(int);
int get_archive(void); int set_archive(int);
extern int (*const get_pointer_there)(void); extern int (*const set_pointer_there)(int);
static int get_pointer(void) { return get_pointer_there(); }
static int set_pointer(int value) { return set_pointer_there(value); }
extern int compare_object(const void*, const void*);
static int callback(int value) {
  int numbers[2] = {value, value};
  qsort(numbers, 2, sizeof numbers[0], compare_object);
  return numbers[0] != numbers[1];
}
int take_callback(void);
static int get_callback(void) { callback(-1); return take_callback(); }
static int set_callback(int value) { callback(value); return take_callback(); }
static char folder[300];
static int get_token(void) { const char* text = strtok(0, " "); return text ? text[0] - '0' : 3; }
static int results[3][4];
"""
OTHER = "#include <stdatomic.h>\n" + PLACE.format(name="other")
OBJECT = """
#include <stdatomic.h>
""" + PLACE.format(name="object") + PLACE.format(name="hidden") + """
int (*const get_pointer_there)(void) = get_hidden;
int (*const set_pointer_there)(int) = set_hidden;
static _Atomic int compared;
static _Thread_local int taken;
int compare_object(const void* left, const void* right) {
  int value = *(const int*)left;
  taken = value >= 0 ? atomic_exchange(&compared, value) : compared;
  return value - *(const int*)right;
}
int take_callback(void) { return taken; }
"""
ARCHIVE = "#include <stdatomic.h>\n" + PLACE.format(name="archive")


def apply(place, what, value, state):
    """The step on the state of its place: the new state, and what the step returns."""
    if place == "semaphore":
        return (state + 1, 0) if what == "set" else (state, state & 3)
    if place == "umask":
        return (value, state) if what == "set" else (state, 0)
    if place == "directory":
        if what == "get":
            return state, state
        wanted = value & 1
        return wanted, int(state == wanted)
    if place == "locale":
        return (value & 1, 0) if what == "set" else (state, state)
    if place == "strtok":
        return state + 1, min(state + 1, 3)
    if what == "get":
        return state, state
    returns_before = place in ("own", "other", "locked", "object", "archive", "pointer", "callback")
    return value, state if returns_before else 0


def random_program(seed):
    draw = random.Random(seed)
    places = draw.sample(SEEN, draw.randint(1, 2)) + (draw.sample(UNSEEN, 1) if draw.random() < 0.6 else [])
    threads = 3 if draw.random() < 0.25 else 2
    return [[(draw.choice(places), draw.choice(["get", "set"]), draw.randrange(1, VALUES)) for _ in range(draw.randint(1, 3))]
            for _ in range(threads)]


def places_of(program):
    return {place for steps in program for place, _, _ in steps}


def outcomes_of(program):
    start = ((0,) * len(program), (), ((),) * len(program))
    seen, todo, outcomes = {start}, [start], set()
    while todo:
        at, states, read = todo.pop()
        if all(place == len(steps) for place, steps in zip(at, program)):
            outcomes.add(number_of(read))
        for thread, steps in enumerate(program):
            if at[thread] == len(steps):
                continue
            place, what, value = steps[at[thread]]
            known = dict(states)
            known[place], result = apply(place, what, value, known.get(place, 0))
            changed = lambda of, new: (*of[:thread], new, *of[thread + 1:])  # noqa: E731,B023
            state = (changed(at, at[thread] + 1), tuple(sorted(known.items())), changed(read, (*read[thread], result)))
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return outcomes


def number_of(read):
    number = 0
    for own in read:
        for i in range(3):
            number = number * VALUES + (own[i] if i < len(own) else 0)
    return number


def text_of(seed, program, outcomes):
    lines = []
    for thread, steps in enumerate(program):
        lines += [f"static void* p{seed}_{thread}(void* unused) {{"]
        for i, (place, what, value) in enumerate(steps):
            lines += [f"  results[{thread}][{i}] = {what}_{place}({value if what == 'set' else ''});"]
        lines += ["  return unused;", "}"]
    lines += [f"static void p{seed}(void) {{", "  pthread_t threads[3];"]
    places = places_of(program)
    if "position" in places:
        lines += ['  snprintf(folder, sizeof folder, "%s/main.c", getenv("SLEAVE_MIXED"));', "  file = open(folder, O_RDONLY);"]
    if "semaphore" in places:
        lines += ["  sem_init(&semaphore, 0, 0);"]
    if "name" in places:
        lines += ["  main_thread = pthread_self();"]
    if "umask" in places:
        lines += ["  umask(0);"]
    if "directory" in places:
        lines += ['  snprintf(folder, sizeof folder, "%s/d", getenv("SLEAVE_MIXED"));', "  rmdir(folder);"]
    if "strtok" in places:
        lines += ['  strtok(tokens, " ");']
    lines += [f"  pthread_create(&threads[{i}], 0, p{seed}_{i}, 0);" for i in range(len(program))]
    lines += [f"  pthread_join(threads[{i}], 0);" for i in range(len(program))]
    lines += ["  long number = 0;", f"  for (int i = 0; i < {len(program)}; ++i)",
              f"    for (int j = 0; j < 3; ++j) number = number * {VALUES} + results[i][j];", "  switch (number) {"]
    lines += [f'    case {number}: assert(!"outcome {number}");' for number in sorted(outcomes)]
    return lines + ['    default: assert(!"outcome -1");', "  }", "}"]


def source_of(seeds, programs, outcomes):
    lines = [HEAD, *SOURCES.values()]
    for seed in seeds:
        lines += text_of(seed, programs[seed], outcomes[seed])
    lines += ["int main(int count, char** words) {", "  switch (count < 2 ? 0 : atoi(words[1])) {"]
    lines += [f"    case {seed}: p{seed}(); break;" for seed in seeds]
    return "\n".join([*lines, "  }", "  return 0;", "}", ""])


def build(folder, bin_folder, source, name):
    """One program of four files: two compiled with Sleave, an object and an archive by another compiler."""
    def run(*words):
        subprocess.run([str(word) for word in words], cwd=folder, check=True)

    for file, text in (("main.c", source), ("other.c", OTHER), ("object.c", OBJECT), ("archive.c", ARCHIVE)):
        (folder / file).write_text(text)
    own = [bin_folder / "sleave-cc", "-O1", "-g", "-w", "-pthread"]
    run(*own, "-c", "main.c", "other.c")
    run("gcc-12", "-O1", "-c", "object.c", "archive.c")
    (folder / "libarchive.a").unlink(missing_ok=True)
    run("ar", "rc", "libarchive.a", "archive.o")
    run(*own, "main.o", "other.o", "object.o", "-L.", "-larchive", "-o", name)
    return folder / name


def found_by(sleave, program, seed):
    out = f"out{seed}"
    ended = sleave.run(program, "--strategy=dpor", "--keep-going", "--minimize=off", "--runs=0", "--time=120s", out=out,
                       arguments=[str(seed)])
    seen = set()
    for finding in (sleave.folder / out).glob("*/findings/*/finding.json"):
        message = json.loads(finding.read_text())["message"]
        seen.update(int(number) for number in re.findall(r"outcome (-?\d+)", message))
    return seen, "The search is complete" in ended.output, ended


def judge(seed, program, outcomes, seen, complete, ended, checks, counts):
    unseen = places_of(program) & set(UNSEEN)
    counts["complete" if complete else "not complete"] += 1
    if complete:
        checks.equal(sorted(seen), sorted(outcomes), f"program {seed} {program}: said to be complete; outcomes", ended)
    else:
        checks.that(unseen, f"program {seed} {program}: all of it can be seen, so it must be complete", ended)
    checks.that(seen <= outcomes, f"program {seed}: outcomes that cannot be: {sorted(seen - outcomes)}", ended)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20 if size.is_short() else 500)
    call = parser.parse_args()
    checks, counts = check.Checks(), collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        sleave = command.Sleave(call.bin / "sleave", folder)
        sleave.environment["SLEAVE_MIXED"] = place
        for first in range(call.first, call.first + call.programs, OF_A_FILE):
            seeds = range(first, min(first + OF_A_FILE, call.first + call.programs))
            programs = {seed: random_program(seed) for seed in seeds}
            outcomes = {seed: outcomes_of(programs[seed]) for seed in seeds}
            program = build(folder, call.bin, source_of(seeds, programs, outcomes), f"mixed{first}")
            for seed in seeds:
                judge(seed, programs[seed], outcomes[seed], *found_by(sleave, program, seed), checks, counts)
    print(", ".join(f"{number} {words}" for words, number in sorted(counts.items())))
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
