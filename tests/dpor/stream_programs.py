"""Small random programs whose reads and writes of streams fall short, the same for the same seed: as functions of one C++ file, and as a model.

A program has the main thread and one or two others, a pipe and a pair of stream sockets. Threads read and write a few bytes, with or without waiting,
and load, store and add. The outcome of a run is what each thread found, in its order, and what memory holds at the end.

The model is POSIX'. A read takes any number of the bytes that are there, at least one; where there are none it waits, or fails if it does not wait. A
write to a socket that does not wait takes any number of its bytes, at least one; a small one to a pipe takes all.
"""

import random

import noted_programs
from noted_programs import TooMany  # noqa: F401
from signal_programs import LOCATIONS, access

PIPE, SOCKET = 0, 1


def program(seed):
    """The operations of the threads, the main thread's first. A read is (kind, stream, most), a write ("write", stream, its bytes)."""
    rng = random.Random(seed)
    threads = rng.choice([2, 2, 3])
    bodies = [[] for _ in range(threads)]
    written = 0
    for body in bodies:
        for _ in range(rng.randrange(1, 4 if threads == 2 else 3)):
            stream = rng.choice([PIPE, SOCKET])
            kind = rng.choice(["access", "write", "write", "read", "try"])
            if kind == "access":
                body.append(access(rng))
            elif kind == "write":
                written += 1
                body.append(("write", stream, (written,) * rng.randrange(1, 4)))
            else:
                body.append((kind, SOCKET if kind == "try" else stream, rng.randrange(1, 4)))
    return bodies


def text_of(op):
    kind, a, b = op
    if kind == "write":
        return f"note(write(ends[{a}][1], bytes({b[0]}), {len(b)}));"
    return noted_programs.access_text(op) or f"take({a}, {b}, {'true' if kind == 'try' else 'false'});"


HEAD = """
#include <sys/socket.h>
static int ends[2][2];
static const char* bytes(char value) {
  static thread_local char several[3];
  several[0] = several[1] = several[2] = value;
  return several;
}
static void take(int stream, int most, bool only_try) {
  char taken[4];
  const int count = only_try ? recv(ends[stream][0], taken, most, MSG_DONTWAIT) : read(ends[stream][0], taken, most);
  note(count);
  for (int i = 0; i < count; ++i) note(taken[i]);
}
static void open_streams() {
  if (pipe(ends[0]) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends[1]) != 0) abort();
  fcntl(ends[1][1], F_SETFL, O_NONBLOCK);
}
"""


def source_of(seeds):
    programs = {seed: ("", [" ".join(map(text_of, body)) for body in program(seed)]) for seed in seeds}
    return noted_programs.source(HEAD, programs, begin="open_streams();")


def steps_of(state, index):
    memory, streams, threads = state
    todo, notes = threads[index]
    if not todo:
        return
    kind, a, b = todo[0]

    def after(*noted, memory=memory, stream=None):
        changed = streams if stream is None else streams[:a] + (stream,) + streams[a + 1:]
        return (memory, changed, threads[:index] + ((todo[1:], notes + noted),) + threads[index + 1:])

    def stored(value):
        return memory[:a] + (value,) + memory[a + 1:]

    if kind == "load":
        yield after(memory[a])
    elif kind == "store":
        yield after(memory=stored(b))
    elif kind == "add":
        yield after(memory[a], memory=stored(memory[a] + b))
    elif kind == "write":
        for count in range(len(b) if a == PIPE else 1, len(b) + 1):
            yield after(count, stream=streams[a] + b[:count])
    elif kind in ("read", "try"):
        for count in range(1, min(b, len(streams[a])) + 1):
            yield after(count, *streams[a][:count], stream=streams[a][count:])
        if kind == "try" and not streams[a]:
            yield after(-1)
    elif kind == "join" and not threads[a][0]:
        yield after()


def outcomes(program):
    """A state is (memory, the bytes in both streams, threads)."""
    threads = tuple((tuple(body) + (noted_programs.joins(program) if i == 0 else ()), ()) for i, body in enumerate(program))
    return noted_programs.explore(((0,) * LOCATIONS, ((), ()), threads), steps_of, lambda state: state[0])
