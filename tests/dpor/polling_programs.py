"""Small random programs with loops that poll under locks, the same for the same seed: as functions of one C++ file, and as a model for brute force.

A program has the main thread and one or two others, two mutexes, a number that each of them protects, and two atomics. Threads change a number under
its lock, try to, load, store and add, and poll: they look at a number under its lock, or under one that they try to take, and at an atomic, until one
of them is large enough. Others keep a copy of an atomic until that is, or look at
one a few times and give up. A round that finds something may take it; a loop may go on until it has found several things. Between rounds they yield, sleep,
or give way for longer and longer. The outcome of a run is what each thread found, in its order, and what memory holds at the end.

The model has a state for each place in a round, so that a loop has finitely many states. Threads can wait forever where no end can be reached.
"""

import random

import noted_programs
from noted_programs import TooMany  # noqa: F401
from signal_programs import LOCATIONS, access


def section(rng):
    return (rng.choice(["section", "section", "try"]), rng.choice([0, 0, 1]), rng.choice([1, 1, 2]))


def poll(rng):
    """(kind, mutex, what is wanted, what is taken, rounds that find something, an atomic that ends the loop or None, whether it tries to lock, whether
    it notes what it finds). Without a number of rounds only the atomic ends the loop, and each round that finds something takes it."""
    mutex, wanted, tries = rng.choice([0, 0, 1]), rng.choice([1, 1, 2]), rng.random() < 0.2
    if rng.random() < 0.25:
        return ("poll", mutex, wanted, 1, None, rng.randrange(LOCATIONS), tries, rng.random() < 0.5)
    return ("poll", mutex, wanted, rng.choice([0, 1]), rng.choice([1, 1, 2]), rng.choice([None, None, 0, 1]), tries, rng.random() < 0.5)


def copy(rng):
    """An atomic, and how large it must be: a loop keeps a copy of it in a plain variable of its thread."""
    return ("copy", rng.randrange(LOCATIONS), rng.choice([1, 1, 2]))


SPINS = 3


def spin(rng):
    """Looks at an atomic, or tries to take one from it, a limited number of times."""
    return (rng.choice(["spin", "take", "both", "last"]), rng.randrange(LOCATIONS), rng.choice([1, 1, 2]))


def program(seed):
    """The operations of the threads, the main thread's first."""
    rng = random.Random(seed)
    threads = rng.choice([2, 2, 3])
    bodies = []
    for _ in range(threads):
        body = []
        for _ in range(rng.randrange(1, 4 if threads == 2 else 3)):
            body.append(rng.choice([access, access, section, section, poll, poll, copy, spin])(rng))
        bodies.append(body)
    if not any(op[0] == "poll" for body in bodies for op in body):
        bodies[rng.randrange(threads)].append(poll(rng))
    return bodies


# What a loop does between two rounds: nothing that another thread could notice. The first stands before the loop.
PAUSES = [
    ("", "std::this_thread::yield();"),
    ("", "std::this_thread::sleep_for(std::chrono::milliseconds(1));"),
    ("", "usleep(10);"),
    ("unsigned wait = 1;", "for (unsigned i = 0; i < wait; ++i) __builtin_ia32_pause(); wait *= 2;"),
    ("unsigned wait = 0;", "if (++wait < 4) std::this_thread::yield(); else usleep(wait);"),
    ("unsigned wait = 0;", "if (++wait > 3) { timespec time{0, 1000}; nanosleep(&time, nullptr); wait /= 2; }"),
]


def text_of(op, pause):
    kind, a, *rest = op
    if kind == "poll":
        wanted, taken, count, ends, tries, noted = rest
        look = (f"if (numbers[{a}] >= {wanted}) {{ {f'note(numbers[{a}]);' if noted else ''} {f'numbers[{a}] -= {taken};' if taken else ''} "
                f"{'++found;' if count else ''} }}")
        locked = (f"if (pthread_mutex_trylock(mutexes[{a}].native_handle()) == 0) {{ {look} mutexes[{a}].unlock(); }}" if tries
                  else f"{{ std::lock_guard guard(mutexes[{a}]); {look} }}")
        end = "" if ends is None else f" if (memory[{ends}].load() != 0) {{ note(-3); break; }}"
        before, between = pause
        return f"{{ {before} for (int found = 0; found < {count or 1};) {{ {locked}{end} {between} }} }}"
    if kind == "copy":
        before, between = pause
        return (f"{{ {before} copies[self] = 0; while (copies[self] < {rest[0]}) {{ copies[self] = memory[{a}].load(); {between} }} "
                f"note(copies[self]); }}")
    if kind == "both":
        return f"note(both<{rest[0]}>(memory[{a}], memory[{1 - a}]) ? -5 : -6);"
    if kind == "last":
        return f"note(last<{rest[0]}>(memory[{a}]));"
    if kind in ("spin", "take"):
        return f"note({kind}<{rest[0]}>(memory[{a}]) ? -5 : -6);"
    return noted_programs.access_text(op) or {
        "section": f"{{ std::lock_guard guard(mutexes[{a}]); note(numbers[{a}]); numbers[{a}] += {rest[0]}; }}",
        "try": f"if (pthread_mutex_trylock(mutexes[{a}].native_handle()) == 0) {{ numbers[{a}] += {rest[0]}; mutexes[{a}].unlock(); }} "
               f"else {{ note(-1); }}",
    }[kind]


HEAD = """
#include <chrono>
#include <mutex>
#include <thread>
static std::mutex mutexes[2];
static int numbers[2];
static int copies[3];
template <int wanted>
static bool spin(std::atomic<int>& number) {
  for (int left = SPINS; left > 0; --left) {
    if (number.load() >= wanted) return true;
  }
  return false;
}
template <int wanted>
static int last(std::atomic<int>& number) {
  int now;
  int left = SPINS;
  do {
    now = number.load();
    int expected = now;
    if (now >= wanted && number.compare_exchange_strong(expected, now - wanted)) return -5;
  } while (--left > 0);
  return now;
}
template <int wanted>
static bool both(std::atomic<int>& one, std::atomic<int>& other) {
  for (int left = SPINS; left > 0; --left) {
    if (one.load() >= wanted && other.load() >= wanted) return true;
  }
  return false;
}
template <int wanted>
static bool take(std::atomic<int>& number) {
  for (int left = SPINS; left > 0; --left) {
    int now = number.load();
    if (now >= wanted && number.compare_exchange_strong(now, now - wanted)) return true;
  }
  return false;
}
""".replace("SPINS", str(SPINS))


def source_of(seeds):
    programs = {}
    for seed in seeds:
        pauses = random.Random(f"pauses of {seed}")
        programs[seed] = ("", [" ".join(text_of(op, pauses.choice(PAUSES)) for op in body) for body in program(seed)])
    return noted_programs.source(HEAD, programs, rest="2, numbers")


def steps_of_operation(op):
    """An operation as steps of the model: each is atomic, since what is between a lock and an unlock is protected."""
    kind, a, *rest = op
    if kind in ("section", "try"):
        return [("lock" if kind == "section" else "trylock", a), ("change", a, rest[0], kind == "section"), ("unlock", a)]
    if kind == "poll":
        return [("round", a, *rest)]
    if kind in ("spin", "take", "both", "last"):
        return [(kind, a, rest[0], SPINS)]
    return [op]


def steps_of(state, index):
    memory, numbers, owners, threads = state
    todo, notes = threads[index]
    if not todo:
        return
    (kind, *words), rest = todo[0], todo[1:]
    a = words[0]

    def with_at(values, value):
        return values[:a] + (value,) + values[a + 1:]

    def after(*noted, todo=rest, memory=memory, numbers=numbers, owners=owners):
        return (memory, numbers, owners, threads[:index] + ((todo, notes + noted),) + threads[index + 1:])

    if kind == "load":
        yield after(memory[a])
    elif kind == "store":
        yield after(memory=with_at(memory, words[1]))
    elif kind == "add":
        yield after(memory[a], memory=with_at(memory, memory[a] + words[1]))
    elif kind == "copy":
        yield after(memory[a]) if memory[a] >= words[1] else state
    elif kind in ("spin", "take", "both", "last"):
        again = ((kind, a, words[1], words[2] - 1),) + rest if words[2] > 1 else None
        found = memory[a] if kind == "last" else -6
        if memory[a] < words[1]:
            yield after(todo=again) if again else after(found)
        elif kind == "spin":
            yield after(-5)
        elif kind == "both":
            yield after(todo=(("other", 1 - a, words[1], again),) + rest)
        else:
            yield after(todo=(("exchange", a, memory[a], words[1], again, found),) + rest)
    elif kind == "other":
        if memory[a] >= words[1]:
            yield after(-5)
        else:
            yield after(todo=words[2]) if words[2] else after(-6)
    elif kind == "exchange":
        if memory[a] == words[1]:
            yield after(-5, memory=with_at(memory, memory[a] - words[2]))
        else:
            yield after(todo=words[3]) if words[3] else after(words[4])
    elif kind == "lock":
        if owners[a] is None:
            yield after(owners=with_at(owners, index))
    elif kind == "trylock":
        if owners[a] is None:
            yield after(owners=with_at(owners, index))
        else:
            yield after(-1, todo=rest[2:])
    elif kind == "change":
        noted = (numbers[a],) if words[2] else ()
        yield after(*noted, numbers=with_at(numbers, numbers[a] + words[1]))
    elif kind == "unlock":
        yield after(owners=with_at(owners, None))
    elif kind == "round":
        if owners[a] is None:
            yield after(todo=(("look", *words),) + rest, owners=with_at(owners, index))
        elif words[5]:
            yield after(todo=(("end", *words),) + rest)
    elif kind == "look":
        _, wanted, taken, count, ends, tries, noted = words
        behind = (("unlock", a), ("end", *words)) + rest
        if numbers[a] < wanted:
            yield after(todo=behind)
        else:
            left = None if count is None else count - 1
            behind = (("unlock", a), ("end", a, wanted, taken, left, ends, tries, noted)) + rest
            yield after(*((numbers[a],) if noted else ()), todo=behind, numbers=with_at(numbers, numbers[a] - taken))
    elif kind == "end":
        _, _, _, count, ends, _, _ = words
        if ends is not None and memory[ends] != 0:
            yield after(-3)
        elif count == 0:
            yield after()
        else:
            yield after(todo=(("round", *words),) + rest)
    elif kind == "join" and not threads[a][0]:
        yield after()


def outcomes(program):
    """A state is (memory, numbers, owners of the mutexes, threads). A poll's round is unfolded when it begins."""
    end = noted_programs.joins(program)
    threads = tuple((tuple(step for op in body for step in steps_of_operation(op)) + (end if i == 0 else ()), ()) for i, body in enumerate(program))
    return noted_programs.explore(((0,) * LOCATIONS, (0, 0), (None, None), threads), steps_of, lambda state: state[0] + state[1])
