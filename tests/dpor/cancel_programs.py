"""Small random programs that cancel threads, the same for the same seed: as functions of one C++ file, and as a model for brute force.

A program has the main thread and one or two others. These load, store and add, wait for and post a semaphore, sleep, test for cancellation, and hold
it off for a while; main loads, stores, adds, posts and cancels them. A canceled thread runs a clean-up handler, which stores or adds and may post the semaphore. The
outcome of a run is what each thread found, in its order, and what memory holds at the end.

The model is POSIX'. A request stays with its thread. Where that tests, sleeps or waits for the semaphore, and does not hold cancellation off, a request
that is there ends it; one that comes while it waits or sleeps may end it, too.
"""

import random

import noted_programs
from noted_programs import TooMany  # noqa: F401
from signal_programs import LOCATIONS, access


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
    kind, a, _ = op
    return noted_programs.access_text(op) or {
        "test": "pthread_testcancel();",
        "wait": "sem_wait(&semaphore);",
        "post": "sem_post(&semaphore);",
        "sleep": "usleep(1);",
        "disable": "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);",
        "enable": "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, nullptr);",
        "cancel": f"pthread_cancel(threads[{a}]);",
    }[kind]


HEAD = """
#include <semaphore.h>
static sem_t semaphore;
"""


def source_of(seeds):
    programs = {}
    for seed in seeds:
        handlers, bodies = program(seed)
        before = "\n".join(f"static void handler{i}(void*) {{ {' '.join(map(text_of, handler))} }}" for i, handler in enumerate(handlers))
        texts = [" ".join(map(text_of, body)) for body in bodies]
        held = [f"pthread_cleanup_push(handler{i}, nullptr); {text} pthread_cleanup_pop(0);" for i, text in enumerate(texts)]
        programs[seed] = (before, texts[:1] + held[1:])
    return noted_programs.source(HEAD, programs, begin="sem_init(&semaphore, 0, 0);")


def steps_of(all_handlers, state, index):
    """A state is (memory, the semaphore, threads); a thread is (operations to do, notes, whether it is to be canceled, whether it holds that off,
    whether it is in a wait)."""
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
        yield after(todo=tuple(all_handlers[index]), held=True)
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
    handlers, bodies = program
    # Threads exist from the beginning: main's first operations only create them.
    threads = tuple((tuple(body) + (noted_programs.joins(bodies) if i == 0 else ()), (), False, False, False) for i, body in enumerate(bodies))
    return noted_programs.explore(((0,) * LOCATIONS, 0, threads), lambda state, index: steps_of(handlers, state, index), lambda state: state[0])
