"""Small random programs over all primitives, the same for the same seed, as functions of one C++ file.

A program has two threads, or three, and main, which run up to four statements together: few enough that a random walk comes to every outcome. A statement leaves a digit: what it read, whether it got a lock or timed out. After every second one comes an update of a counter, which
shows the order of the statements.
When all threads have ended, main appends the digits to a file: that is the outcome of the run. Every shared variable is an atomic, so nothing but
the order of operations decides. A program has at most two waits with time-outs, since that is where the search ends.
"""

import random

MOST_TIMED = 2
SHAPES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (1, 1, 1), (1, 1, 2)]  # statements of each thread

PRELUDE = r"""
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <atomic>

static std::atomic<int> x, y, w;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static mtx_t c11_mutex;
static cnd_t c11_condition;
static int ends[2], counter, files[3];
static pthread_t threads[3];
static bool joined[3];
static char digits[4][16];
static long started;

static timespec later(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  time.tv_sec += 10;
  return time;
}
static long seconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}
static void count_once() { x.fetch_add(1); }
static void open_files() {
  files[0] = memfd_create("locked", 0);
  for (int i = 1; i < 3; ++i) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", files[0]);
    files[i] = open(path, O_RDWR);
  }
}
static int join_in_time(int i) {
  timespec time = later(CLOCK_REALTIME);
  const int result = pthread_timedjoin_np(threads[i], nullptr, &time);
  joined[i] = result == 0;
  return result != 0;
}
static int poll_for(int descriptor, int milliseconds) {
  pollfd wanted{descriptor, POLLIN, 0};
  return poll(&wanted, 1, milliseconds);
}
static int read_byte(int descriptor) {
  char byte = 0;
  return read(descriptor, &byte, 1) == 1 ? byte - '0' : 9;
}
static int futex(int operation, int value, const timespec* time, unsigned bits) {
  return static_cast<int>(syscall(SYS_futex, &w, operation, value, time, nullptr, bits));
}
static int futex_result(int result) { return result == 0 ? 0 : errno == EAGAIN ? 1 : errno == ETIMEDOUT ? 2 : 3; }
static void end(int count) {
  char text[80] = "outcome";
  for (int i = 0; i < count; ++i) strcat(strcat(text, " "), digits[i]);
  strcat(text, "\n");
  const int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, text, strlen(text)) < 0) abort();
  close(file);
}
static char digit(int value) { return static_cast<char>('0' + (value < 0 || value > 9 ? 9 : value)); }
"""


class Writer:
    """Of a program: `draw` decides, `timed` is how many waits with time-outs there are so far."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.timed = 0
        self.needs = set()
        self.families = self.draw.sample(sorted(FAMILIES), self.draw.randint(1, 2)) + ["atomics"]

    def simple(self):
        """An operation on an atomic, as an expression that is a small number."""
        name = self.draw.choice(["x", "x", "x", "y"])
        value = self.draw.randint(1, 2)
        return self.draw.choice([f"{name}.load()", f"({name}.store({value}), 0)", f"{name}.fetch_add({value})", f"{name}.exchange({value})",
                                 f"{name}.fetch_xor({value})"])

    def time_out(self):
        self.timed += 1
        return self.timed <= MOST_TIMED

    def statement(self, thread):
        lines = None
        while lines is None:
            lines = self.draw.choice(FAMILIES[self.draw.choice(self.families)])(self, thread)
        return lines

    def bracket(self, take, give):
        return [f"if ({take}) d = 5; else {{", f"  d = {self.simple()};", f"  {give};", "}"]


def set_digit(expression):
    return [f"d = {expression};"]


def atomics(writer, thread):
    return set_digit(writer.simple())


def exchange_if(writer, thread):
    old, new = writer.draw.randint(0, 1), writer.draw.randint(1, 2)
    return [f"{{ int expected = {old};", f"d = x.compare_exchange_strong(expected, {new}) ? 5 : expected; }}"]


def locked(name, unlock, timed=""):
    def make(writer, thread):
        if timed and not writer.time_out():
            return None
        return ["{", *([timed] if timed else []), *writer.bracket(name, unlock), "}"]
    return make


def read_locked(name, timed=""):
    return locked(name, "pthread_rwlock_unlock(&rwlock)", timed)


def call(expression, timed=""):
    def make(writer, thread):
        if timed and not writer.time_out():
            return None
        return ["{", *([timed] if timed else []), *set_digit(expression), "}"]
    return make


def wait_on_condition(writer, thread):
    return ["pthread_mutex_lock(&mutex);", "if (x.load() == 0) pthread_cond_wait(&condition, &mutex);", f"d = {writer.simple()};",
            "pthread_mutex_unlock(&mutex);"]


def wait_in_time(wait, clock):
    def make(writer, thread):
        if not writer.time_out():
            return None
        return ["{", f"timespec time = later({clock});", "pthread_mutex_lock(&mutex);", f"d = {wait} != 0 ? 5 : 0;",
                "d += x.load() != 0;", "pthread_mutex_unlock(&mutex);", "}"]
    return make


def wait_c11(writer, thread):
    if not writer.time_out():
        return None
    return ["{", "timespec time = later(CLOCK_REALTIME);", "mtx_lock(&c11_mutex);",
            "d = cnd_timedwait(&c11_condition, &c11_mutex, &time) != thrd_success ? 5 : 0;", "d += y.load() != 0;", "mtx_unlock(&c11_mutex);", "}"]


def tell(expression, lock="pthread_mutex_lock(&mutex)", unlock="pthread_mutex_unlock(&mutex)", name="x"):
    def make(writer, thread):
        inside = writer.draw.random() < 0.5
        return [f"{lock};", f"{name}.store(1);", *([f"{expression};"] if inside else []), f"{unlock};",
                *([] if inside else [f"{expression};"])]
    return make


def file_lock(how):
    def make(writer, thread):
        if thread > 1:
            return None
        return [f"d = flock(files[{thread + 1}], {how}) != 0 ? 5 : 0;", f"if (d == 0) {{ d = {writer.simple()};",
                f"flock(files[{thread + 1}], LOCK_UN); }}"]
    return make


def join(expression):
    def make(writer, thread):
        if thread != 3 or "joined" in writer.needs or ("timed" in expression and not writer.time_out()):
            return None
        writer.needs.add("joined")
        return set_digit(expression)
    return make


REAL, MONOTONIC = "timespec time = later(CLOCK_REALTIME);", "timespec time = later(CLOCK_MONOTONIC);"
FAMILIES = {
    "atomics": [atomics, atomics, exchange_if],
    "mutex": [locked("pthread_mutex_lock(&mutex)", "pthread_mutex_unlock(&mutex)"),
              locked("pthread_mutex_trylock(&mutex)", "pthread_mutex_unlock(&mutex)"),
              locked("pthread_mutex_timedlock(&mutex, &time)", "pthread_mutex_unlock(&mutex)", REAL),
              locked("pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &time)", "pthread_mutex_unlock(&mutex)", MONOTONIC)],
    "c11": [locked("mtx_lock(&c11_mutex)", "mtx_unlock(&c11_mutex)"), locked("mtx_trylock(&c11_mutex)", "mtx_unlock(&c11_mutex)"),
            locked("mtx_timedlock(&c11_mutex, &time)", "mtx_unlock(&c11_mutex)", REAL), wait_c11,
            tell("cnd_signal(&c11_condition)", "mtx_lock(&c11_mutex)", "mtx_unlock(&c11_mutex)", "y")],
    "rwlock": [read_locked("pthread_rwlock_rdlock(&rwlock)"), read_locked("pthread_rwlock_wrlock(&rwlock)"),
               read_locked("pthread_rwlock_tryrdlock(&rwlock)"), read_locked("pthread_rwlock_trywrlock(&rwlock)"),
               read_locked("pthread_rwlock_timedrdlock(&rwlock, &time)", REAL), read_locked("pthread_rwlock_timedwrlock(&rwlock, &time)", REAL)],
    "spin": [locked("pthread_spin_lock(&spin)", "pthread_spin_unlock(&spin)"), locked("pthread_spin_trylock(&spin)", "pthread_spin_unlock(&spin)")],
    "condition": [wait_on_condition, wait_in_time("pthread_cond_timedwait(&condition, &mutex, &time)", "CLOCK_REALTIME"),
                  wait_in_time("pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &time)", "CLOCK_MONOTONIC"),
                  tell("pthread_cond_signal(&condition)"), tell("pthread_cond_broadcast(&condition)")],
    "semaphore": [call("sem_wait(&semaphore)"), call("sem_trywait(&semaphore) != 0"), call("sem_timedwait(&semaphore, &time) != 0", REAL),
                  call("sem_post(&semaphore)"), call("sem_post(&semaphore)")],
    "futex": [call("futex_result(futex(FUTEX_WAIT_PRIVATE, 0, nullptr, 0))"),
              call("futex_result(futex(FUTEX_WAIT_BITSET_PRIVATE, 0, &time, 1))", MONOTONIC),
              call("futex_result(futex(FUTEX_WAIT_BITSET_PRIVATE, 0, &time, 2))", MONOTONIC),
              call("(w.store(1), futex(FUTEX_WAKE_PRIVATE, 9, nullptr, 0))"), call("futex(FUTEX_WAKE_BITSET_PRIVATE, 1, nullptr, 1)"),
              call("futex(FUTEX_WAKE_PRIVATE, 1, nullptr, 0)")],
    "atomic_wait": [call("(w.wait(0), w.load())"), call("(w.store(1), w.notify_one(), 0)"), call("(w.store(2), w.notify_all(), 0)"),
                    call("w.load()")],
    "barrier": [call("pthread_barrier_wait(&barrier) != 0"), atomics],
    "once": [call("(pthread_once(&control, count_once), x.load())")],
    "pipe": [call("read_byte(ends[0])"), call("static_cast<int>(write(ends[1], \"1\", 1))"), call("static_cast<int>(write(ends[1], \"2\", 1))"),
             call("poll_for(ends[0], 0)"), call("poll_for(ends[0], 10000)", ";")],
    "counter": [call("eventfd_write(counter, 1)"), call("({ eventfd_t value = 0; eventfd_read(counter, &value); static_cast<int>(value); })"),
                call("poll_for(counter, 10000)", ";")],
    "file": [file_lock("LOCK_EX"), file_lock("LOCK_EX | LOCK_NB"), file_lock("LOCK_SH | LOCK_NB")],
    "time": [call("(sleep(10), 0)"), call("seconds() - started >= 9")],
    "join": [join("join_in_time(0)"), join("(joined[0] = pthread_tryjoin_np(threads[0], nullptr) == 0) ? 0 : 1"), atomics],
}


def body(writer, thread, count):
    lines = []
    for i in range(count):
        lines += ["  {", "    int d = 0;", *("    " + line for line in writer.statement(thread)), f"    digits[{thread}][{2 * i}] = digit(d);"]
        order = "x.fetch_add(1)" if writer.draw.random() < 0.5 else "0"
        lines += [f"    digits[{thread}][{2 * i + 1}] = digit({order});", "  }"]
    return lines


def text_of(seed):
    """The functions of a program; `p<seed>()` runs it."""
    writer = Writer(seed)
    counts = writer.draw.choice(SHAPES)
    lines = []
    for thread, count in enumerate(counts):
        lines += [f"static void* p{seed}_{thread}(void* unused) {{", *body(writer, thread, count), "  return unused;", "}"]
    lines += [f"static void p{seed}() {{", f"  sem_init(&semaphore, 0, {writer.draw.randint(0, 1)});", "  pthread_spin_init(&spin, 0);", "  pthread_barrier_init(&barrier, nullptr, 2);",
              "  mtx_init(&c11_mutex, mtx_timed);", "  cnd_init(&c11_condition);"]
    if "pipe" in writer.families:
        lines += ["  if (pipe(ends) != 0) abort();"]
    if "counter" in writer.families:
        lines += ["  counter = eventfd(0, 0);"]
    if "file" in writer.families:
        lines += ["  open_files();"]
    if "time" in writer.families:
        lines += ["  started = seconds();"]
    lines += [f"  pthread_create(&threads[{i}], nullptr, p{seed}_{i}, nullptr);" for i in range(len(counts))]
    lines += body(writer, 3, 1 if "join" in writer.families or sum(counts) < 3 else 0)
    lines += [f"  if (!joined[{i}]) pthread_join(threads[{i}], nullptr);" for i in range(len(counts))]
    return "\n".join([*lines, "  end(4);", "}"])


def source_of(seeds):
    texts = [text_of(seed) for seed in seeds]
    lines = ["int main(int count, char** words) {", "  switch (count < 2 ? 0 : atoi(words[1])) {"]
    lines += [f"    case {seed}: p{seed}(); break;" for seed in seeds]
    return "\n".join([PRELUDE, *texts, *lines, "  }", "}", ""])
