"""Small random programs with timers, the same for the same seed: as functions of one C++ file, and as a model for brute force.

A program has the main thread and one or two others, and one or two timers, each of one of three kinds: behind a descriptor, once or with an interval; by a
signal of its own; by a thread. Threads load, store and add, wait for a value, set and stop timers, read them without waiting, and block, unblock and
wait for the signals. In the end main stops the timers and reads memory. The outcome of a run is what each thread found, in its order.

The model is that of signal_programs.py, with timers that may fire at any time after they were set, until they are stopped or set again. Setting or
stopping one behind a descriptor empties it. While the signal of a timer is pending it does not fire. Timers that have fired before fire twice at most,
all together, which is the bound of the search. How far away a deadline is does not matter: threads may be as slow as they like. One in four programs
sets its timers to the next second, which makes the clock one more object of the search, the others to a time that has passed.
"""

import random

import signal_programs
from signal_programs import DEAD, LIVES, MOST_STATES, SIGNALS, UNBORN, TooMany, access

MOST_AGAIN = 2
# Of a timer: how it is set (0: it is not, 1: once, 2: with an interval), whether it ever fired, whether its signal is pending, how often it has
# expired since it was read.
NEW = (0, False, False, 0)


def operations(rng, kinds, small):
    result = []
    for _ in range(1 if small else rng.choice([1, 2, 2])):
        timer = rng.randrange(len(kinds))
        kind = rng.choice(["access", "access", "timer", "timer", "wait"])
        if kind == "access":
            result.append(access(rng))
        elif kind == "wait" and rng.random() < 0.3:
            result.append(("await", rng.randrange(2), 0))
        elif kinds[timer] == "descriptor":
            result.append(rng.choice([("read", timer, 0), ("read", timer, 0), ("stop", timer, 0), ("set", timer, 1)]))
        elif kinds[timer] == "signal" and kind == "wait":
            result += [("block", timer, 0), rng.choice([access(rng), ("sigwait", timer, 0)]), ("unblock", timer, 0)]
        else:
            result.append(rng.choice([access(rng), ("stop", timer, 0)]))
    return result


def program(seed):
    """The kinds of the timers, the operations of each timer's handler or thread, and those of the threads, the main thread's first."""
    rng = random.Random(seed)
    kinds = [rng.choice(["descriptor", "descriptor", "signal", "thread"]) for _ in range(rng.choice([1, 1, 1, 2]))]
    handlers = [[access(rng) for _ in range(rng.choice([1, 1, 2]))] for _ in kinds]
    for i, kind in enumerate(kinds):
        if kind == "thread":  # nobody reads what it notes
            handlers[i] = [("store" if op[0] == "load" else op[0], op[1], op[2] or 3) for op in handlers[i]]
    threads = rng.choice([2, 2, 2, 3])
    bodies = [operations(rng, kinds, threads == 3 or len(kinds) == 2) for _ in range(threads)]
    for i, kind in enumerate(kinds):
        often = 2 if kind == "descriptor" and rng.random() < 0.2 else 1
        body = rng.choice(bodies)
        body.insert(rng.randrange(len(body) + 1), ("set", i, often))
    return kinds, handlers, bodies


def text_of(op, kinds):
    kind, a, b = op
    if kind == "set":
        return f"{'set_descriptor' if kinds[a] == 'descriptor' else 'set_timer'}({a}, 1, {1 if b == 2 else 0});"
    if kind == "stop":
        return f"{'set_descriptor' if kinds[a] == 'descriptor' else 'set_timer'}({a}, 0, 0);"
    if kind == "read":
        return f"note(read_timer({a}));"
    return signal_programs.text_of(op)


HEAD = """
#include <sys/timerfd.h>
#include <time.h>
static int descriptors[2];
static timer_t timers[2];
static int flags;
static itimerspec setting(bool on, long interval) {
  if (!on) return {{0, 0}, {0, 0}};
  return {{interval, 0}, {flags == 0, flags != 0}};  // in a second, or at a time that has passed
}
static void set_descriptor(int i, bool on, long interval) {
  const itimerspec wanted = setting(on, interval);
  timerfd_settime(descriptors[i], flags, &wanted, nullptr);
}
static void set_timer(int i, bool on, long interval) {
  const itimerspec wanted = setting(on, interval);
  timer_settime(timers[i], flags, &wanted, nullptr);
}
static int read_timer(int i) {
  unsigned long times = 0;
  return read(descriptors[i], &times, sizeof times) == sizeof times ? times : 0;
}
static void create_timer(int i, int notify, int number, void (*body)(sigval)) {
  sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = notify;
  event.sigev_signo = number;
  event.sigev_notify_function = body;
  timer_create(CLOCK_MONOTONIC, &event, &timers[i]);
}
"""


def creation(i, kind):
    if kind == "descriptor":
        return f"descriptors[{i}] = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);"
    if kind == "signal":
        return f"signal({SIGNALS[i]}, handler{i}); create_timer({i}, SIGEV_SIGNAL, {SIGNALS[i]}, nullptr);"
    return f"create_timer({i}, SIGEV_THREAD, 0, [](sigval) {{ handler{i}(0); }});"


def source_of(seeds):
    parts = [signal_programs.HEAD, HEAD]
    for seed in seeds:
        kinds, handlers, bodies = program(seed)
        parts.append(f"namespace p{seed} {{")
        for i, handler in enumerate(handlers):
            parts.append(f"static void handler{i}(int) {{ {' '.join(text_of(op, kinds).replace('note', 'forget') if kinds[i] == 'thread' else text_of(op, kinds) for op in handler)} }}")
        for i, body in enumerate(bodies):
            parts.append(f"static void* body{i}(void*) {{ self = {i}; {' '.join(text_of(op, kinds) for op in body)} return nullptr; }}")
        parts.append(f"static void all() {{ flags = {'0' if seed % 4 == 0 else 'TFD_TIMER_ABSTIME'};")
        parts += [creation(i, kind) for i, kind in enumerate(kinds)]
        parts += [f"pthread_create(&threads[{i}], nullptr, body{i}, nullptr);" for i in range(1, len(bodies))]
        parts.append("body0(nullptr);")
        parts += [f"pthread_join(threads[{i}], nullptr);" for i in range(1, len(bodies))]
        parts += [text_of(op, kinds) for op in at_end(kinds)[:-1]]
        parts.append("block_all(); write_notes(); } }")
    parts.append("int main(int, char** words) { switch (atoi(words[1])) {")
    parts += [f"case {seed}: p{seed}::all(); break;" for seed in seeds]
    parts.append("} }")
    return "\n".join(parts).replace("static void write_outcome()", "static void forget(int) {}\n" + WRITE_NOTES + "\nstatic void write_outcome()")


WRITE_NOTES = """
static void write_notes() {
  char line[512];
  char* at = line;
  for (int thread = 0; thread < 3; ++thread) {
    for (int i = 0; i < counts[thread]; ++i) at += sprintf(at, "%d,", notes[thread][i]);
    at += sprintf(at, "/");
  }
  *at++ = '\\n';
  int file = open(getenv("OUTCOMES"), O_WRONLY | O_APPEND);
  if (write(file, line, at - line) != at - line) abort();
  close(file);
}
"""


def at_end(kinds):
    stops = [("stop", i, 0) for i in range(len(kinds))]
    return stops + [("load", 0, 0), ("load", 1, 0), ("block_all", 0, 0)]


class Model(signal_programs.Model):
    """Memory is followed by the timers and the number of times that one fired again. The threads of timers come last."""

    def __init__(self, kinds, handlers, bodies):
        self.kinds = kinds
        self.handlers = handlers
        self.first = len(bodies)  # of the timers' threads
        count = len(bodies)
        main = tuple([("create", i, 0) for i in range(1, count)] + bodies[0] + [("join", i, 0) for i in range(1, count)] + at_end(kinds))
        frames = [(main,)] + [(tuple(body),) for body in bodies[1:]] + [(tuple(handler),) for handler in handlers]
        everything = frozenset(range(len(SIGNALS)))
        threads = tuple((frame, everything if i >= count else frozenset(), frozenset(), (), LIVES if i == 0 else UNBORN)
                        for i, frame in enumerate(frames))
        self.start = ((0, 0) + (NEW,) * len(kinds) + (0,), None, threads, frozenset())

    def outcome(self, state):
        notes = ["".join(f"{value}," for value in thread[3]) for thread in state[2][:self.first]] + [""] * (3 - self.first)
        return "/".join(notes) + "/"

    def explore(self):
        """All outcomes, whether threads may wait for ever, and whether a timer could fire more often than the bound lets it."""
        outcomes, stuck, bounded, seen, todo = set(), False, False, {self.start}, [self.start]
        while todo:
            state = todo.pop()
            if state[2][0][4] == DEAD:
                outcomes.add(self.outcome(state))
                continue
            following = list(self.steps(state)) + [after for i in range(len(self.kinds)) for after in self.fire(state, i)]
            stopped = any(self.is_stopped(state, i) for i in range(len(self.kinds)))
            bounded = bounded or stopped
            stuck = stuck or not following and not stopped
            for next_state in following:
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append(next_state)
            if len(seen) > MOST_STATES:
                raise TooMany
        return outcomes, stuck, bounded

    @staticmethod
    def is_stopped(state, i):
        setting, fired, queued, _ = state[0][2 + i]
        return setting != 0 and not queued and fired and state[0][-1] == MOST_AGAIN

    @staticmethod
    def with_timer(state, i, timer, again=0):
        memory = state[0]
        return (memory[:2 + i] + (timer,) + memory[3 + i:-1] + (memory[-1] + again,),) + state[1:]

    def fire(self, state, i):
        setting, fired, queued, times = state[0][2 + i]
        if setting == 0 or queued or self.is_stopped(state, i):
            return
        setting = setting if setting == 2 else 0
        again = 1 if fired else 0
        if self.kinds[i] == "descriptor":
            yield self.with_timer(state, i, (setting, True, False, times + 1), again)
        elif self.kinds[i] == "signal":
            yield self.with_timer(state, i, (setting, True, True, 0), again)[:3] + (state[3] | {i},)
        else:
            thread = self.first + i
            after = self.with_timer(state, i, (setting, True, False, 0), again)
            yield self.with_thread(after, thread, state[2][thread][:4] + (LIVES,))

    def take(self, state, index, back):
        found = self.next_signal(state, index, state[2][index][1])
        taken = super().take(state, index, back)
        return self.taken(taken, found[0]) if taken else None

    def taken(self, state, number):
        if self.kinds[number] != "signal":
            return state
        setting, fired, _, times = state[0][2 + number]
        return self.with_timer(state, number, (setting, fired, False, times))

    def operation(self, state, index, thread):
        frames, mask, pending, notes, life = thread
        (kind, a, b), rest = frames[0][0], frames[0][1:]
        if kind not in ("set", "stop", "read"):
            for after in super().operation(state, index, thread):
                yield self.taken(after, a) if kind == "sigwait" else after
            return
        setting, fired, queued, times = state[0][2 + a]
        noted = notes + (times,) if kind == "read" else notes
        after = self.with_thread(state, index, ((rest,) + frames[1:], mask, pending, noted, life))
        if kind == "read":
            yield self.with_timer(after, a, (setting, fired, queued, 0))
        else:
            yield self.with_timer(after, a, (b if kind == "set" else 0, fired, queued, 0))


def outcomes(program):
    return Model(*program).explore()
