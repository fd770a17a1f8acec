"""Small random programs that send and take signals, the same for the same seed: as functions of one C++ file, and as a model for brute force.

A program has the main thread and one or two others. Threads load, store and add, lock, wait for a value, send signals to each other and to
themselves, block and unblock them, and wait for them by sigsuspend and sigwait. A handler loads, stores or adds. The outcome of a run is what each
thread found, in its order, and what memory holds at the end.

The model is POSIX', with Linux' rules where POSIX leaves them open. A signal from another thread is delivered at some time after it was sent, if
its receiver does not block it: before any of its operations, or never. Of several that are pending the lowest number comes first. A system call
that changes the mask, or sends a signal to its own thread, delivers what is pending before it returns, and so does the end of a handler. A signal
to the process goes to the main thread if that lives and does not block it, else to any that does not block it.
"""

import random

LOCATIONS = 2
SIGNALS = ["SIGUSR1", "SIGUSR2"]
MOST_STATES = 400_000


class TooMany(Exception):
    pass


def access(rng):
    kind = rng.choice(["load", "load", "store", "add"])
    return (kind, rng.randrange(LOCATIONS), rng.choice([1, 2, 4]) if kind != "load" else 0)


def wait(rng):
    number = rng.randrange(len(SIGNALS))
    kind = rng.choice(["suspend", "sigwait", "await", "blocked"])
    if kind == "await":
        return [("await", rng.randrange(LOCATIONS), 0)]
    middle = [access(rng)] if kind == "blocked" else [(kind, number, 0)]
    return [("block", number, 0), *middle, ("unblock", number, 0)]


def operations(rng, thread, threads):
    result = []
    for _ in range(rng.choice([1, 2]) if threads == 2 else 1):
        kind = rng.choice(["access", "access", "access", "lock", "wait", "send", "raise", "kill"])
        receivers = [other for other in range(threads) if other < thread or thread == 0 and other != 0]
        if kind == "send" and receivers:
            result.append(("send", rng.choice(receivers), rng.randrange(len(SIGNALS))))
        elif kind == "kill":
            result.append(("kill", rng.randrange(len(SIGNALS)), 0))
        elif kind == "raise":
            result.append(("send", thread, rng.randrange(len(SIGNALS))))
        elif kind == "lock":
            result += [("lock", 0, 0), access(rng), ("unlock", 0, 0)]
        elif kind == "wait":
            result += wait(rng)
        else:
            result.append(access(rng))
    return result


def program(seed):
    """The operations of the handlers, one list for each signal, and those of the threads, the main thread's first."""
    rng = random.Random(seed)
    threads = rng.choice([2, 2, 3])
    handlers = [[access(rng) for _ in range(rng.choice([1, 1, 2]))] for _ in SIGNALS]
    bodies = [operations(rng, thread, threads) for thread in range(threads)]
    if not any(op[0] == "send" and op[1] != thread for thread, body in enumerate(bodies) for op in body):
        sender = rng.randrange(threads)
        receiver = rng.choice([0] if sender == 1 else [t for t in range(threads) if t < sender or sender == 0 and t != 0])
        bodies[sender].insert(rng.randrange(len(bodies[sender]) + 1), ("send", receiver, rng.randrange(len(SIGNALS))))
    return handlers, bodies


def text_of(op):
    kind, a, b = op
    return {
        "load": f"note(memory[{a}].load());",
        "store": f"memory[{a}].store({b});",
        "add": f"note(memory[{a}].fetch_add({b}));",
        "lock": "pthread_mutex_lock(&mutex);",
        "unlock": "pthread_mutex_unlock(&mutex);",
        "await": f"while (memory[{a}].load() == 0) {{}}",
        "send": f"pthread_kill(threads[{a}], {SIGNALS[b % 2]});",
        "kill": f"kill(getpid(), {SIGNALS[a % 2]});",
        "block": f"mask(SIG_BLOCK, {SIGNALS[a % 2]});",
        "unblock": f"mask(SIG_UNBLOCK, {SIGNALS[a % 2]});",
        "suspend": "{ sigset_t none; sigemptyset(&none); sigsuspend(&none); }",
        "sigwait": f"{{ sigset_t one; int number; sigemptyset(&one); sigaddset(&one, {SIGNALS[a % 2]}); sigwait(&one, &number); }}",
    }[kind]


HEAD = """
#include <atomic>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static std::atomic<int> memory[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[3];
static thread_local int self;
static int notes[3][64];
static int counts[3];

static void note(int value) { notes[self][counts[self]++] = value; }
static void mask(int how, int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(how, &one, nullptr);
}
static void block_all() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}
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
        for i, handler in enumerate(handlers):
            parts.append(f"static void handler{i}(int) {{ {' '.join(map(text_of, handler))} }}")
        for i, body in enumerate(bodies):
            parts.append(f"static void* body{i}(void*) {{ self = {i}; {' '.join(map(text_of, body))} return nullptr; }}")
        parts.append("static void all() {")
        parts += [f"signal({name}, handler{i});" for i, name in enumerate(SIGNALS)]
        parts.append("threads[0] = pthread_self();")
        parts += [f"pthread_create(&threads[{i}], nullptr, body{i}, nullptr);" for i in range(1, len(bodies))]
        parts.append("body0(nullptr);")
        parts += [f"pthread_join(threads[{i}], nullptr);" for i in reversed(range(1, len(bodies)))]  # those that send to others first
        parts.append("block_all();")
        parts.append("write_outcome(); } }")
    parts.append("int main(int, char** words) { switch (atoi(words[1])) {")
    parts += [f"case {seed}: p{seed}::all(); break;" for seed in seeds]
    parts.append("} }")
    return "\n".join(parts)


# The model. A state is a tuple of (memory, owner of the lock, threads, signals of the process); a thread is (stack of frames, mask, pending, notes, life). A frame is the
# operations that it has yet to do; those of a handler end with ("return", the mask to go back to). Main's begin with the creations of the others.

UNBORN, LIVES, DEAD = range(3)
AT_END = [("block_all", 0, 0)]  # nothing comes while main writes the outcome


class Model:
    def __init__(self, handlers, bodies):
        self.handlers = handlers
        count = len(bodies)
        main = tuple([("create", i, 0) for i in range(1, count)] + bodies[0] + [("join", i, 0) for i in reversed(range(1, count))] + AT_END)
        frames = [(main,)] + [(tuple(body),) for body in bodies[1:]]
        threads = tuple((frames[i], frozenset(), frozenset(), (), LIVES if i == 0 else UNBORN) for i in range(count))
        self.start = ((0,) * LOCATIONS, None, threads, frozenset())

    def explore(self):
        """All outcomes, and whether threads may wait for ever."""
        outcomes, stuck, seen, todo = set(), False, {self.start}, [self.start]
        while todo:
            state = todo.pop()
            following = list(self.steps(state))
            if state[2][0][4] == DEAD:
                outcomes.add(self.outcome(state))
                continue
            stuck = stuck or not following
            for next_state in following:
                if next_state not in seen:
                    seen.add(next_state)
                    todo.append(next_state)
            if len(seen) > MOST_STATES:
                raise TooMany
        return outcomes, stuck

    @staticmethod
    def outcome(state):
        notes = ["".join(f"{value}," for value in thread[3]) for thread in state[2]] + [""] * (3 - len(state[2]))
        return "/".join(notes) + "/" + ",".join(map(str, state[0]))

    def steps(self, state):
        for index, thread in enumerate(state[2]):
            if thread[4] == LIVES:
                yield from self.steps_of(state, index, thread)

    @staticmethod
    def next_signal(state, index, mask):
        """What the thread would take: its own before the process', the lowest first; None if there is nothing."""
        main = state[2][0]
        shared = state[3] if index == 0 or main[4] == DEAD else state[3] & main[1]
        own = state[2][index][2] - mask
        if own:
            return min(own), True
        return (min(shared - mask), False) if shared - mask else None

    def take(self, state, index, back):
        """The state in which the thread is in the handler of its next signal, if there is one; `back`: its mask after the handler."""
        frames, mask, pending, notes, life = state[2][index]
        found = self.next_signal(state, index, mask)
        if not found:
            return None
        number, own = found
        handler = tuple(self.handlers[number]) + (("return", back, 0),)
        thread = ((handler,) + frames, mask | {number}, pending - {number} if own else pending, notes, life)
        state = self.with_thread(state, index, thread)
        return state if own else state[:3] + (state[3] - {number},)

    def steps_of(self, state, index, thread):
        frames, mask, pending, notes, life = thread
        todo = frames[0]
        waits = bool(todo) and todo[0][0] in ("look", "paused")  # a system call is about to let it take signals
        taken = None if waits else self.take(state, index, mask)
        if taken:
            yield taken
        if not todo:
            yield self.with_thread(state, index, ((), mask, frozenset(), notes, DEAD))
            return
        yield from self.operation(state, index, thread)

    @staticmethod
    def with_thread(state, index, thread, memory=None, owner=...):
        threads = state[2][:index] + (thread,) + state[2][index + 1:]
        return (memory if memory is not None else state[0], state[1] if owner is ... else owner, threads, state[3])

    def operation(self, state, index, thread):
        frames, mask, pending, notes, life = thread
        (kind, a, b), rest = frames[0][0], frames[0][1:]
        memory, owner, threads, shared = state

        def goes_on(rest=rest, mask=mask, pending=pending, notes=notes):
            return ((rest,) + frames[1:], mask, pending, notes, life)

        def changed(value):
            return memory[:a] + (value,) + memory[a + 1:]

        if kind == "load":
            yield self.with_thread(state, index, goes_on(notes=notes + (memory[a],)))
        elif kind == "store":
            yield self.with_thread(state, index, goes_on(), changed(b))
        elif kind == "add":
            yield self.with_thread(state, index, goes_on(notes=notes + (memory[a],)), changed(memory[a] + b))
        elif kind == "lock":
            if owner is None:
                yield self.with_thread(state, index, goes_on(), owner=index)
        elif kind == "unlock":
            yield self.with_thread(state, index, goes_on(), owner=None)
        elif kind == "await":
            if memory[a] != 0:
                yield self.with_thread(state, index, goes_on())
        elif kind == "create":
            after = self.with_thread(state, index, goes_on())
            yield self.with_thread(after, a, threads[a][:1] + (mask,) + threads[a][2:4] + (LIVES,))
        elif kind == "join":
            if threads[a][4] == DEAD:
                yield self.with_thread(state, index, goes_on())
        elif kind == "send":
            if a == index:
                yield self.with_thread(state, index, goes_on((("look", 0, 0),) + rest, pending=pending | {b}))
            else:
                after = self.with_thread(state, index, goes_on())
                other = threads[a]
                if other[4] != DEAD:
                    after = self.with_thread(after, a, other[:2] + (other[2] | {b},) + other[3:])
                yield after
        elif kind == "kill":
            yield self.with_thread(state, index, goes_on((("look", 0, 0),) + rest))[:3] + (shared | {a},)
        elif kind == "block":
            yield self.look(state, index, goes_on(mask=mask | {a}))
        elif kind == "block_all":
            yield self.look(state, index, goes_on(mask=frozenset(range(len(SIGNALS)))))
        elif kind == "unblock":
            yield self.look(state, index, goes_on(mask=mask - {a}))
        elif kind == "look":
            yield self.look(state, index, goes_on())
        elif kind == "suspend":
            yield self.with_thread(state, index, goes_on((("paused", mask, 0),) + rest, mask=frozenset()))
        elif kind == "paused":
            taken = self.take(self.with_thread(state, index, goes_on()), index, a)
            if taken:
                yield taken
        elif kind == "sigwait":
            if a in pending:
                yield self.with_thread(state, index, goes_on(pending=pending - {a}))
            elif a in shared:
                yield self.with_thread(state, index, goes_on())[:3] + (shared - {a},)
        elif kind == "return":
            yield self.look(state, index, (frames[1:], a, pending, notes, life))

    def look(self, state, index, thread):
        """A system call that lets the thread take what is pending before it returns."""
        state = self.with_thread(state, index, thread)
        return self.take(state, index, thread[1]) or state


def outcomes(program):
    return Model(*program).explore()
