"""Small random programs of alike threads, the same for the same seed, made of the loops and writers of retry_programs.py.

Two or three threads run the same function with the same argument, and in half of the programs another thread runs beside them. The outcome of a
run is what the alike threads found, sorted, what the other found, and what memory holds at the end: nothing that distinguishes alike threads.
"""

import random

import retry_programs
from retry_programs import TooMany  # noqa: F401: for who uses this module in place of the other

# Without those whose threads have a place of their own.
SHAPES = ["fetch", "reload", "confirm", "guess", "elsewhere", "checked", "fence", "between", "counter", "first", "two", "exit", "effect", "help",
          "fetch", "exit", "refresh"]
MOST = 3


def some_thread(rng, index):
    return retry_programs.Loop(rng, index, rng.choice(SHAPES)) if rng.random() < 0.7 else retry_programs.Writer(rng)


def program(seed):
    """The alike threads, the same one several times, then the other, if there is one."""
    rng = random.Random(seed)
    alike = [some_thread(rng, 0)] * rng.choice([2, 2, 3])
    return alike + ([some_thread(rng, 1)] if rng.random() < 0.5 else [])


PRELUDE = r"""
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>

static std::atomic<int> memory[3];
static std::atomic<int> arrived;
static int values[3];
static int value_of_other;

template <int (*Body)()>
static void* run_alike(void*) {
  const int value = Body();
  values[arrived.fetch_add(1)] = value;
  return nullptr;
}

template <int (*Body)()>
static void* run_other(void*) {
  value_of_other = Body();
  return nullptr;
}
"""

MAIN = r"""
int main(int, char** argv) {
  const int chosen = atoi(argv[1]);
  pthread_t threads[4];
  int count = 0;
  for (const Case& one : kCases) {
    if (one.seed != chosen) continue;
    for (; count < one.alike; ++count) pthread_create(&threads[count], nullptr, one.body, nullptr);
    if (one.other) pthread_create(&threads[count++], nullptr, one.other, nullptr);
  }
  for (int i = 0; i < count; ++i) pthread_join(threads[i], nullptr);
  std::sort(values, values + 3);
  char line[128];
  const int length = snprintf(line, sizeof line, "%d %d %d / %d / %d %d %d\n", values[0], values[1], values[2], value_of_other,
                              memory[0].load(std::memory_order_relaxed), memory[1].load(std::memory_order_relaxed),
                              memory[2].load(std::memory_order_relaxed));
  const int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, length) != length) abort();
  close(file);
}
"""


def function(name, thread):
    return f"static int {name}() {{\n  " + "\n  ".join(thread.text()) + "\n}\n"


def source_of(seeds):
    parts, cases = [PRELUDE], []
    for seed in seeds:
        threads = program(seed)
        alike = sum(thread is threads[0] for thread in threads)
        parts.append(function(f"alike_{seed}", threads[0]))
        other = "nullptr"
        if alike < len(threads):
            parts.append(function(f"other_{seed}", threads[-1]))
            other = f"run_other<other_{seed}>"
        cases.append(f"  {{{seed}, {alike}, run_alike<alike_{seed}>, {other}}},")
    parts.append("struct Case { int seed; int alike; void* (*body)(void*); void* (*other)(void*); };\nstatic const Case kCases[] = {\n"
                 + "\n".join(cases) + "\n};\n")
    return "".join(parts) + MAIN


def words(threads, results, memory):
    alike = sum(thread is threads[0] for thread in threads)
    values = sorted([value for value, _ in results[:alike]] + [0] * (MOST - alike))
    other = results[-1][0] if alike < len(threads) else 0
    return " ".join(map(str, values)) + f" / {other} / " + " ".join(map(str, memory))


def outcomes(threads):
    return retry_programs.outcomes(threads, words=words)
