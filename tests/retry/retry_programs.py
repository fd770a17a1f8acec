"""Small random programs with retry loops, the same for the same seed: as functions of one C++ file, and as generators for brute force.

A program has two or three threads, of which each runs a retry loop of one of the SHAPES or a few stores and updates. Some shapes have redundant
rounds (docs/internals/retry-loops.md), others break one of the conditions: a round with an effect, a counter, a first guess from another place,
a check or an allocation between the load and the loop. Others have loops that spin with updates, of which those that change nothing are redundant.
The outcome of a run is what each thread found and what memory holds at the end.
"""

import random

LOCATIONS = 3
NODES = 3  # one for each thread
TAKEN = 64  # no other operation stores it
ORDERS = ["relaxed", "acquire", "seq_cst"]
SPURIOUS = "spurious"  # what a weak compare-exchange finds that fails although it need not
# After a spurious failure the next round begins as the last one did, and the rounds between are without effect. Others could fail so for ever.
MAY_BE_WEAK = ["fetch", "exit", "two", "private", "plain_private", "reload", "guess", "elsewhere", "checked", "fence", "between", "first"]


class Loop:
    """The parameters of a loop: its text and its generator are made from the same ones."""

    def __init__(self, rng, thread, shape):
        self.thread, self.shape = thread, shape
        self.at = rng.choice([0, 0, 1])
        self.other = rng.choice([0, 1, 2])
        self.load, self.success, self.failure = (rng.choice(ORDERS) for _ in range(3))
        self.new = rng.choice(["next", "next", "own"])
        self.weak = rng.random() < 0.4 and shape in MAY_BE_WEAK
        self.stop = rng.choice([0, 1, 2])
        self.looks = shape == "two" or rng.random() < 0.2
        self.pauses = rng.random() < 0.2
        self.kind = rng.choice(["store", "add", "keep"])
        self.allocates_first = rng.random() < 0.7

    def load_text(self):
        return f"memory[{self.at}].load(std::memory_order_{self.load})"

    def text(self):
        at, other, t = self.at, self.other, self.thread
        first = {"guess": "0", "elsewhere": "memory[2].load()", "reload": "0", "confirm": "0"}.get(self.shape, self.load_text())
        allocation = ["Node* node = new Node;"] if self.shape in ("private", "plain_private") else []
        lines = allocation if self.allocates_first else []
        lines = lines + [f"int o = {first}, x = 0, y = 0, k = 0;"]
        if self.shape == "checked":
            lines.append(f"if (o == {self.stop}) return 70;")
        if self.shape == "fence":
            lines.append("std::atomic_thread_fence(std::memory_order_acquire);")
        if self.shape == "between":
            lines.append(f"y = memory[{other}].load();")
        if self.shape == "first":
            lines.append("k = o;")
        if self.shape == "late":
            lines.append("Node* node = new Node; node->next.store(7, std::memory_order_relaxed);")
        lines += [] if self.allocates_first else allocation
        lines.append("for (;;) {")
        lines += self.round_text()
        weak = "weak" if self.weak else "strong"
        new = {"next": "o + 1", "own": str(10 + t)}[self.new]
        lines.append(f"if (memory[{at}].compare_exchange_{weak}(o, {new}, std::memory_order_{self.success}, std::memory_order_{self.failure})) break;")
        if self.pauses:
            lines.append("__builtin_ia32_pause();")
        lines.append("}")
        if self.shape in ("private", "plain_private", "late"):
            lines.append(f"result.nodes[{t}] = node;")
        lines.append({"counter": "return o + 20 * k;", "refresh": "return o + 20 * k;", "first": "return o + 20 * k;", "between": "return o + 20 * y;",
                      "two": "return o + 20 * x;"}.get(self.shape, "return o;"))
        return lines

    def round_text(self):
        at, other, t = self.at, self.other, self.thread
        lines = []
        if self.shape in ("reload", "confirm"):
            lines.append(f"o = memory[{at}].load(std::memory_order_{self.load});")
        if self.looks:
            lines.append(f"x = memory[{other}].load(std::memory_order_relaxed);")
        if self.shape == "exit":
            lines.append(f"if (o == {self.stop}) return 71;")
        if self.shape == "effect":
            lines.append({"store": f"memory[{other}].store({t + 1});", "add": "memory[2].fetch_add(1);",
                          "keep": "memory[2].store(o);"}[self.kind])
        if self.shape == "help":
            lines.append(f"if (o == {self.stop}) {{ int none = 0; memory[{other}].compare_exchange_strong(none, 5); }}")
        if self.shape == "counter":
            lines.append("if (++k == 3) return 72;")
        if self.shape == "refresh":
            lines.append(f"if (k == 0 && o == {self.stop}) {{ k = 1; o = {self.load_text()}; continue; }}")
        if self.shape == "late":
            lines.append(f"if (o == {self.stop}) {{ result.nodes[{t}] = node; return 73; }}")
        if self.shape in ("late", "private"):
            lines.append("node->next.store(o, std::memory_order_relaxed);")
        if self.shape == "plain_private":
            lines.append("node->plain = o;")
        if self.shape == "confirm":
            lines.append(f"if (memory[{at}].load(std::memory_order_{self.load}) != o) continue;")
        return lines

    def run(self):
        at, other, t = self.at, self.other, self.thread
        x = y = k = node = 0
        if self.shape in ("guess", "reload", "confirm"):
            o = 0
        elif self.shape == "elsewhere":
            o = yield "load", 2
        else:
            o = yield "load", at
        if self.shape == "checked" and o == self.stop:
            return 70, 0
        if self.shape == "between":
            y = yield "load", other
        if self.shape == "first":
            k = o
        if self.shape == "late":
            node = 7
        while True:
            if self.shape in ("reload", "confirm"):
                o = yield "load", at
            if self.looks:
                x = yield "load", other
            if self.shape == "exit" and o == self.stop:
                return 71, 0
            if self.shape == "effect":
                if self.kind == "store":
                    yield "store", other, t + 1
                elif self.kind == "add":
                    yield "add", 2, 1
                else:
                    yield "store", 2, o
            if self.shape == "help" and o == self.stop:
                yield "swap", other, 0, 5
            if self.shape == "counter":
                k += 1
                if k == 3:
                    return 72, 0
            if self.shape == "refresh" and k == 0 and o == self.stop:
                k = 1
                o = yield "load", at
                continue
            if self.shape == "late" and o == self.stop:
                return 73, node
            if self.shape in ("late", "private", "plain_private"):
                node = o
            if self.shape == "confirm" and (yield "load", at) != o:
                continue
            found = yield "weak" if self.weak else "swap", at, o, o + 1 if self.new == "next" else 10 + t
            if found == o:
                break
            o = o if found == SPURIOUS else found
        result = o + 20 * {"counter": k, "refresh": k, "first": k, "between": y, "two": x}.get(self.shape, 0)
        return result, node if self.shape in ("late", "private", "plain_private") else 0


class Spin:
    """Takes a place by an update that finds it not taken, looks at another, and leaves it: `while (x.exchange(taken) == taken) {}`."""

    def __init__(self, rng, thread, shape):
        self.thread, self.shape = thread, shape
        self.at = rng.choice([0, 0, 1])
        self.other = rng.choice([1, 2])
        self.order = rng.choice(ORDERS + ["acq_rel"])
        self.looks = rng.random() < 0.4
        self.update = rng.choice(["exchange", "exchange", "fetch_or"])
        self.left = rng.choice([0, 1, 2])

    def text(self):
        taken = f"memory[{self.at}].{self.update}({TAKEN}, std::memory_order_{self.order})"
        again = f"(o & {TAKEN})" if self.update == "fetch_or" else f"o == {TAKEN}"
        lines = ["int o = 0, x = 0, k = 0;", "for (;;) {"]
        if self.shape == "test_spin":
            lines.append(f"while (memory[{self.at}].load(std::memory_order_relaxed) == {TAKEN}) {{}}")
        if self.looks:
            lines.append(f"x = memory[{self.other}].load();")
        lines.append(f"o = {taken};")
        lines.append(f"if (!({again})) break;")
        if self.shape == "count_spin":
            lines.append("if (++k == 2) return 74;")
        if self.shape == "mark_spin":
            lines.append(f"if (memory[2].load() != {self.thread + 1}) memory[2].store({self.thread + 1});")
        lines.append("}")
        return lines + [f"memory[{self.at}].store({self.left});", f"return o + {2 * TAKEN} * x + k;"]

    def run(self):
        o = x = k = 0
        while True:
            steps = 1 + self.looks
            if self.shape == "test_spin":
                steps += 1
                while (yield "load", self.at) == TAKEN:
                    yield "back", 1
            if self.looks:
                x = yield "load", self.other
            o = yield ("exchange" if self.update == "exchange" else "or"), self.at, TAKEN
            if (o != TAKEN) if self.update == "exchange" else not o & TAKEN:
                break
            if self.shape == "count_spin":
                k += 1
                if k == 2:
                    return 74, 0
                continue
            if self.shape == "mark_spin":
                steps += 1
                if (yield "load", 2) != self.thread + 1:
                    yield "store", 2, self.thread + 1
                    steps += 1
            yield "back", steps
        yield "store", self.at, self.left
        return o + 2 * TAKEN * x + k, 0


class Writer:
    """Stores and updates, one after another."""

    def __init__(self, rng):
        self.acts = [(rng.choice(["store", "add", "add", "load"]), rng.choice([0, 0, 1, 2]), rng.choice([0, 1, 2, 3]))
                     for _ in range(rng.choice([1, 2, 2]))]

    def text(self):
        words = {"store": "memory[{0}].store({1});", "add": "memory[{0}].fetch_add({1});", "load": "seen = 4 * seen + memory[{0}].load();"}
        return ["int seen = 0;"] + [words[act].format(at, value) for act, at, value in self.acts] + ["return seen;"]

    def run(self):
        seen = 0
        for act, at, value in self.acts:
            found = yield (act, at, value) if act != "load" else (act, at)
            seen = 4 * seen + found if act == "load" else seen
        return seen, 0


SPINS = ["spin", "spin", "test_spin", "test_spin", "count_spin", "mark_spin"]
SHAPES = ["fetch", "reload", "confirm", "guess", "elsewhere", "checked", "fence", "between", "counter", "first", "two", "exit", "effect", "help",
          "private", "plain_private", "late", "private", "fetch", "exit", "refresh"]


def spinner(rng, thread):
    if thread == 0 or rng.random() < 0.6:
        return Spin(rng, thread, rng.choice(SPINS))
    return Loop(rng, thread, rng.choice(SHAPES)) if rng.random() < 0.5 else Writer(rng)


def program(seed):
    rng = random.Random(seed)
    threads = []
    count = rng.choice([2, 2, 3])
    if seed % 5 == 0:
        return [spinner(rng, thread) for thread in range(count)]
    for thread in range(count):
        loop = thread == 0 or rng.random() < 0.6
        threads.append(Loop(rng, thread, rng.choice(SHAPES)) if loop else Writer(rng))
    return threads


PRELUDE = r"""
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <atomic>

struct Node {
  std::atomic<int> next{0};
  int plain = 0;
};
static std::atomic<int> memory[3];
static struct { int values[3]; Node* nodes[3]; } result;

template <int (*Body)()>
static void* run(void* index) {
  result.values[reinterpret_cast<long>(index)] = Body();
  return nullptr;
}
"""

MAIN = r"""
int main(int, char** argv) {
  const int chosen = atoi(argv[1]);
  pthread_t threads[3];
  int count = 0;
  for (const Case& one : kCases) {
    if (one.seed != chosen) continue;
    for (; count < 3 && one.bodies[count]; ++count)
      pthread_create(&threads[count], nullptr, one.bodies[count], reinterpret_cast<void*>(static_cast<long>(count)));
  }
  for (int i = 0; i < count; ++i) pthread_join(threads[i], nullptr);
  char line[128];
  int length = 0;
  for (int i = 0; i < 3; ++i) {
    const Node* node = result.nodes[i];
    length += snprintf(line + length, sizeof line - length, "%d/%d/%d ", result.values[i],
                       node ? node->next.load(std::memory_order_relaxed) + node->plain : 0, memory[i].load(std::memory_order_relaxed));
  }
  line[length - 1] = '\n';
  const int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, length) != length) abort();
  close(file);
}
"""


def source_of(seeds):
    parts, cases = [PRELUDE], []
    for seed in seeds:
        names = []
        for index, thread in enumerate(program(seed)):
            name = f"thread_{seed}_{index}"
            parts.append(f"static int {name}() {{\n  " + "\n  ".join(thread.text()) + "\n}\n")
            names.append(f"run<{name}>")
        cases.append(f"  {{{seed}, {{{', '.join(names)}}}}},")
    parts.append("struct Case { int seed; void* (*bodies[3])(void*); };\nstatic const Case kCases[] = {\n" + "\n".join(cases) + "\n};\n")
    return "".join(parts) + MAIN


class TooMany(Exception):
    pass


def apply(memory, act):
    """What the operation finds, and memory after it."""
    kind, at = act[0], act[1]
    found = memory[at]
    new = {"load": lambda: found, "store": lambda: act[2], "add": lambda: found + act[2],
           "swap": lambda: act[3] if found == act[2] else found, "weak": lambda: act[3] if found == act[2] else found, "exchange": lambda: act[2], "or": lambda: found | act[2]}[kind]()
    return found, memory[:at] + (new,) + memory[at + 1:]


def pending(thread, found):
    """The next operation of a thread that has found these values, or its result. After ("back", N) it is where it was N operations before."""
    generator = thread.run()
    try:
        act = next(generator)
        for value in found:
            act = generator.send(value)
        return act, None
    except StopIteration as end:
        return None, end.value


def words_of(_, results, memory):
    """An outcome as the program writes it down."""
    results = results + [(0, 0)] * (NODES - len(results))
    return " ".join(f"{value}/{node}/{held}" for (value, node), held in zip(results, memory))


def steps(memory, found, act):
    """What a thread that has found these values may find next, and memory after it. One spurious failure of each thread is tried."""
    yield apply(memory, act)
    if act[0] == "weak" and memory[act[1]] == act[2] and SPURIOUS not in found:
        yield SPURIOUS, memory


def without_rounds(thread, values):
    """The values without those of rounds that the thread goes back from."""
    act, _ = pending(thread, values)
    return values[:len(values) - act[1]] if act is not None and act[0] == "back" else values


def outcomes(threads, most=20_000, words=words_of):
    """All of a program, by all interleavings."""
    start = ((0,) * LOCATIONS, ((),) * len(threads))
    seen, todo, ends = {start}, [start], set()
    while todo:
        memory, found = todo.pop()
        at = [pending(thread, values) for thread, values in zip(threads, found)]
        if all(act is None for act, _ in at):
            ends.add(words(threads, [result for _, result in at], memory))
        for index, (act, _) in enumerate(at):
            for value, after in steps(memory, found[index], act) if act is not None else ():
                values = without_rounds(threads[index], found[index] + (value,))
                state = (after, found[:index] + (values,) + found[index + 1:])
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        if len(seen) > most:
            raise TooMany
    return ends
