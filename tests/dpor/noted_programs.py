"""What random programs of threads that note what they find have in common (cancel_programs.py, polling_programs.py, stream_programs.py).

A program is C++: two atomics, what else it needs, and a function for each thread. Its outcome is what each thread noted, and what memory holds at the
end; a run appends it to the file that $OUTCOMES names. A state of its model is a tuple whose last member has the threads, and a thread is a tuple that
begins with its operations to do and its notes. The run ends when main has nothing to do.
"""

from signal_programs import MOST_STATES, TooMany

HEAD = """
#include <atomic>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static std::atomic<int> memory[2];
static pthread_t threads[3];
static thread_local int self;
static int notes[3][64];
static int counts[3];

static void note(int value) { notes[self][counts[self]++] = value; }
static void write_outcome(int count, const int* rest) {
  char line[512];
  char* at = line;
  for (int thread = 0; thread < 3; ++thread) {
    for (int i = 0; i < counts[thread]; ++i) at += sprintf(at, "%d,", notes[thread][i]);
    at += sprintf(at, "/");
  }
  at += sprintf(at, "%d,%d", memory[0].load(), memory[1].load());
  for (int i = 0; i < count; ++i) at += sprintf(at, ",%d", rest[i]);
  *at++ = '\\n';
  int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, at - line) != at - line) abort();
  close(file);
}
"""


def access_text(op):
    """None: it is no access of an atomic."""
    kind, a, b = op[:3]
    return {"load": f"note(memory[{a}].load());", "store": f"memory[{a}].store({b});", "add": f"note(memory[{a}].fetch_add({b}));"}.get(kind)


def source(head, programs, begin="", rest="0, nullptr"):
    """`programs`: by seed, the texts of the threads' bodies, and of functions before them. `begin`: before the threads; `rest`: of the outcome."""
    parts = [HEAD, head]
    for seed, (before, bodies) in programs.items():
        parts.append(f"namespace p{seed} {{ {before}")
        parts += [f"static void* body{i}(void*) {{ self = {i}; {body} return nullptr; }}" for i, body in enumerate(bodies)]
        parts.append(f"static void all() {{ {begin}")
        parts += [f"pthread_create(&threads[{i}], nullptr, body{i}, nullptr);" for i in range(1, len(bodies))]
        parts.append("body0(nullptr);")
        parts += [f"pthread_join(threads[{i}], nullptr);" for i in range(1, len(bodies))]
        parts.append(f"write_outcome({rest}); }} }}")
    parts.append("int main(int, char** words) { switch (atoi(words[1])) {")
    parts += [f"case {seed}: p{seed}::all(); break;" for seed in programs]
    parts.append("} }")
    return "\n".join(parts)


def joins(bodies):
    """What main does at the end, as operations of the model."""
    return tuple(("join", i, 0) for i in range(1, len(bodies)))


def outcome(threads, memory):
    notes = ["".join(f"{value}," for value in thread[1]) for thread in threads] + [""] * (3 - len(threads))
    return "/".join(notes) + "/" + ",".join(map(str, memory))


def explore(start, steps_of, memory_of):
    """All outcomes, and whether a state can be reached from which no end can. `steps_of(state, thread)` yields states."""
    outcomes, before, todo, ends = set(), {start: []}, [start], []
    while todo:
        state = todo.pop()
        if not state[-1][0][0]:
            outcomes.add(outcome(state[-1], memory_of(state)))
            ends.append(state)
            continue
        for after in [after for index in range(len(state[-1])) for after in steps_of(state, index)]:
            if after not in before:
                before[after] = []
                todo.append(after)
            before[after].append(state)
        if len(before) > MOST_STATES:
            raise TooMany
    can_end, todo = set(ends), ends
    while todo:
        for state in before[todo.pop()]:
            if state not in can_end:
                can_end.add(state)
                todo.append(state)
    return outcomes, len(can_end) != len(before)
