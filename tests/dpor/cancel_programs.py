"""Small random programs that cancel threads, the same for the same seed: as functions of one C++ file, and as a model for brute force.

A program has the main thread and one or two others. These load, store and add, wait for and post a semaphore, sleep, test for cancellation, and hold
it off for a while; main loads, stores, adds, posts and cancels them. A canceled thread runs a clean-up handler, which stores or adds and may post the semaphore. The
outcome of a run is what each thread found, in its order, and what memory holds at the end.

The model is POSIX'. A request stays with its thread. Where that tests, sleeps or waits for the semaphore, and does not hold cancellation off, a request
that is there ends it; one that comes while it waits or sleeps may end it, too.
"""

import random

from signal_programs import LOCATIONS, MOST_STATES, TooMany, access

DEAD = "dead"


def operations(rng, most, victim):
    result = []
    for _ in range(rng.randrange(2, most + 1)):
        kind = rng.choice(["access", "access", "access", "test", "wait", "sleep", "post", "held"] if victim else ["access", "access", "access", "post", "post"])
        if kind == "access":
            result.append(access(rng))
        elif kind == "held":
            result += [("disable", 0, 0), rng.choice([("test", 0, 0), ("sleep", 0, 0), access(rng)]), ("enable", 0, 0)]
        else:
            result.append((kind, 0, 0))
    return result


def program(seed):
    """The operations of the clean-up handlers, and those of the threads, the main thread's first."""
    rng = random.Random(seed)
    threads = rng.choice([2, 2, 3])
    handlers = []
    for _ in range(threads):
        op = access(rng)
        handlers.append([("store" if op[0] == "load" else op[0], op[1], op[2] or 4)] + ([("post", 0, 0)] if rng.random() < 0.4 else []))
    bodies = [operations(rng, 2 if threads == 3 else 3, thread != 0) for thread in range(threads)]
    for victim in range(1, threads):
        if victim == 1 or rng.random() < 0.5:
            bodies[0].insert(rng.randrange(len(bodies[0]) + 1), ("cancel", victim, 0))
    return handlers, bodies


def text_of(op):
    kind, a, b = op
    return {
        "load": f"note(memory[{a}].load());",
        "store": f"memory[{a}].store({b});",
        "add": f"note(memory[{a}].fetch_add({b}));",
        "test": "pthread_testcancel();",
        "wait": "sem_wait(&semaphore);",
        "post": "sem_post(&semaphore);",
        "sleep": "usleep(1);",
        "disable": "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);",
        "enable": "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, nullptr);",
        "cancel": f"pthread_cancel(threads[{a}]);",
    }[kind]


HEAD = """
#include <atomic>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static std::atomic<int> memory[2];
static sem_t semaphore;
static pthread_t threads[3];
static thread_local int self;
static int notes[3][64];
static int counts[3];

static void note(int value) { notes[self][counts[self]++] = value; }
static void write_outcome() {
  char line[512];
  char* at = line;
  for (int thread = 0; thread < 3; ++thread) {
    for (int i = 0; i < counts[thread]; ++i) at += sprintf(at, "%d,", notes[thread][i]);
    at += sprintf(at, "/");
  }
  at += sprintf(at, "%d,%d\\n", memory[0].load(), memory[1].load());
  int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, at - line) != at - line) abort();
  close(file);
}
"""


def source_of(seeds):
    parts = [HEAD]
    for seed in seeds:
        handlers, bodies = program(seed)
        parts.append(f"namespace p{seed} {{")
        for i, body in enumerate(bodies):
            parts.append(f"static void handler{i}(void*) {{ {' '.join(map(text_of, handlers[i]))} }}")
            work = " ".join(map(text_of, body))
            if i > 0:
                work = f"pthread_cleanup_push(handler{i}, nullptr); {work} pthread_cleanup_pop(0);"
            parts.append(f"static void* body{i}(void*) {{ self = {i}; {work} return nullptr; }}")
        parts.append("static void all() { sem_init(&semaphore, 0, 0);")
        parts += [f"pthread_create(&threads[{i}], nullptr, body{i}, nullptr);" for i in range(1, len(bodies))]
        parts.append("body0(nullptr);")
        parts += [f"pthread_join(threads[{i}], nullptr);" for i in range(1, len(bodies))]
        parts.append("write_outcome(); } }")
    parts.append("int main(int, char** words) { switch (atoi(words[1])) {")
    parts += [f"case {seed}: p{seed}::all(); break;" for seed in seeds]
    parts.append("} }")
    return "\n".join(parts)


class Model:
    """A state is (memory, the semaphore, threads); a thread is (operations to do, notes, whether it is to be canceled, whether it holds that off,
    whether it is in a wait)."""

    def __init__(self, handlers, bodies):
        self.handlers = handlers
        joins = [("join", i, 0) for i in range(1, len(bodies))]
        # Threads exist from the beginning: main's first operations only create them.
        self.start = ((0,) * LOCATIONS, 0, tuple((tuple(body) + tuple(joins if i == 0 else []), (), False, False, False)
                                                 for i, body in enumerate(bodies)))

    def explore(self):
        outcomes, stuck, seen, todo = set(), False, {self.start}, [self.start]
        while todo:
            state = todo.pop()
            following = [after for index in range(len(state[2])) for after in self.steps_of(state, index)]
            if not state[2][0][0]:
                outcomes.add(self.outcome(state))
                continue
            stuck = stuck or not following
            for after in following:
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
            if len(seen) > MOST_STATES:
                raise TooMany
        return outcomes, stuck

    @staticmethod
    def outcome(state):
        notes = ["".join(f"{value}," for value in thread[1]) for thread in state[2]] + [""] * (3 - len(state[2]))
        return "/".join(notes) + "/" + ",".join(map(str, state[0]))

    def steps_of(self, state, index):
        memory, semaphore, threads = state
        todo, notes, requested, held, waits = threads[index]
        if not todo:
            return
        (kind, a, b), rest = todo[0], todo[1:]

        def after(todo=rest, notes=notes, memory=memory, semaphore=semaphore, held=held, waits=False, others=threads):
            thread = (todo, notes, others[index][2], held, waits)
            return (memory, semaphore, others[:index] + (thread,) + others[index + 1:])

        def changed(value):
            return memory[:a] + (value,) + memory[a + 1:]

        if kind in ("test", "wait", "sleep") and requested and not held:
            yield after(todo=tuple(self.handlers[index]), held=True)
            if not waits:
                return
        if kind == "load":
            yield after(notes=notes + (memory[a],))
        elif kind == "store":
            yield after(memory=changed(b))
        elif kind == "add":
            yield after(notes=notes + (memory[a],), memory=changed(memory[a] + b))
        elif kind == "post":
            yield after(semaphore=semaphore + 1)
        elif kind in ("wait", "sleep") and not waits:
            yield after(todo=todo, waits=True)
        elif kind == "wait":
            if semaphore > 0:
                yield after(semaphore=semaphore - 1)
        elif kind in ("test", "sleep"):
            yield after()
        elif kind in ("disable", "enable"):
            yield after(held=kind == "disable")
        elif kind == "cancel":
            other = threads[a]
            yield after(others=threads[:a] + (other[:2] + (True,) + other[3:],) + threads[a + 1:])
        elif kind == "join":
            if not threads[a][0]:
                yield after()


def outcomes(program):
    return Model(*program).explore()
