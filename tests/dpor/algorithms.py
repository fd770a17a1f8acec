"""The programs of this folder once more, for `enumeration.py`: threads by program and family, written from the algorithms.

Every place begins with 0, which also stands for no node: nodes are numbered from 1 on.
"""

from enumeration import add, change, exchange, load, lock, look, store, swap, swap_or_see, unlock


def line(*operations):
    """A thread that does one thing after the other."""

    def thread():
        for operation in operations:
            yield operation

    return thread


def lines(*threads):
    return lambda: [line(*operations) for operations in threads]


def each(count, body, first=0):
    """Threads with numbers of their own."""
    return [lambda number=number: body(number) for number in range(first, first + count)]


def redundant():
    """The end of a round of a retry loop that failed: executions with one are not counted."""
    yield look("redundant")
    yield look("redundant")


# --- families.cc ---


def rounds(count):
    for _ in range(count):
        value = yield load("x")
        yield store("x", value + 1)


def last_zero(size):
    def count_on(number):
        value = yield load(number)
        yield store(number + 1, value + 1)

    def search():
        at = size
        while (yield load(at)) != 0:
            at -= 1

    return each(size, count_on) + [search]


def swap_then_store(number):
    yield swap("x", 0, 1)
    yield store("x", number + 3)


def fibonacci(count):
    def sums(own, other):
        for _ in range(count):
            first = yield load(own)
            second = yield load(other)
            yield store(own, first + second)

    return [lambda: sums("x", "y"), lambda: sums("y", "x")]


FAMILIES = {
    "inc": lambda n, k: each(n, lambda _: rounds(k)),
    "ainc": lambda n: [line(add("x", 1))] * n,
    "binc": lambda n: [line(add("x", 1), add("y", 1))] * n,
    "cinc": lambda n: [line(add("x", 1), add("y", 1), add("z", 1))] * n,
    "wrw": lambda n: each(n, lambda _: rounds(1)) + [line(store("x", 1))],
    "readers": lambda n: [line(load("x"))] * n + [line(store("x", 42))],
    "lastzero": last_zero,
    "casrot": lambda n: [line(swap("x", i, i + 1)) for i in range(n)],
    "casw": lambda n: each(n, swap_then_store),
    "wcas": lambda n: [line(swap("x", 2, 3))] * n + [line(store("x", 2))],
    "fib": fibonacci,
    "fibread": lambda n: fibonacci(n) + [line(load("x"), load("y"))],
}

# --- litmus.cc ---

RX, RY, RZ, X1, Y1, Z1, X2, Y2, Z2 = (load("x"), load("y"), load("z"), *(store(at, v) for v in (1, 2) for at in "xyz"))

LITMUS = {
    "sb": lines((X1, RY), (Y1, RX)),
    "sb3": lines((X1, RY), (Y1, RZ), (Z1, RX)),
    "mp": lines((X1, Y1), (RY, RX)),
    "lb": lines((RY, X1), (RX, Y1)),
    "lb3": lines((RY, X1), (RZ, Y1), (RX, Z1)),
    "2+2w": lines((X1, Y2), (Y1, X2)),
    "3.2w": lines((X1, Y2), (Y1, Z2), (Z1, X2)),
    "s": lines((X2, Y1), (RY, X1)),
    "r": lines((X1, Y1), (Y2, RX)),
    "iriw": lines((X1,), (RX, RY), (RY, RX), (Y1,)),
    "wrc": lines((X1,), (RX, Y1), (RY, RX)),
    "rwc": lines((X1,), (RX, RY), (Y1, RX)),
    "w+rwc": lines((X1, Y1), (RY, RZ), (Z1, RX)),
    "wrw+wr": lines((X1,), (RX, Y1), (Y2, RX)),
    "wrr+2w": lines((X1,), (RX, RY), (Y1, X2)),
    "wwc": lines((X2,), (RX, Y1), (RY, X1)),
    "irrwiw": lines((X2,), (RX, RY), (Y1,), (RY, X1)),
    "corr": lines((X1,), (RX, RX, RX), (X2,)),
    "corw": lines((RX, X1), (X2,)),
    "cowr": lines((X1, RX), (X2,)),
    "isa2": lines((X1, Y1), (RY, Z1), (RZ, RX)),
    "z6": lines((X1, Y1), (Y2, Z1), (RZ, RX)),
    "relseq": lines((X1, Y1, Y2), (exchange("y", 3),), (RY, RX)),
    "z6u": lines((X1, Y1), (add("y", 1), RY), (store("y", 3), RX)),
}

# --- locks.cc ---


def both(first, second):
    return line(lock(first), lock(second), unlock(second), unlock(first))


def increment(_):
    yield lock("a")
    value = yield load("x")
    yield store("x", value + 1)
    yield unlock("a")


def increment_if_free(_):
    if (yield swap("a", 0, 1)):
        yield add("x", 1)
        yield unlock("a")


LOCKS = {
    "increment": lambda n: each(n, increment),
    "opposite": lambda: [both("a", "b"), both("b", "a")],
    "philosophers": lambda n: [both(i, (i + 1) % n) for i in range(n)],
    "try": lambda n: each(n, increment_if_free),
    "around": lines((add("x", 1), lock("a"), unlock("a")), (lock("a"), add("x", 1), unlock("a"))),
    "beside": lines((store("x", 42),), (lock("a"), X1, unlock("a")), (lock("a"), X2, RX, unlock("a"))),
}

# --- sync.cc ---


def semaphore_wait(begin=0):
    """Of a semaphore that begins with more than the 0 of its place."""
    return change("s", lambda old: (old - 1, None) if begin + old > 0 else None)


def once(_):
    if (yield change("o", lambda old: None if old == 1 else (1, True) if old == 0 else (None, False))):
        yield store("x", 1)
        yield store("o", 2)
    yield load("x")


def shared():
    return [change("l", lambda old: (old + 1, None) if old >= 0 else None), RX, add("l", -1)]


def exclusive():
    return [change("l", lambda old: (-1, None) if old == 0 else None), X1, store("l", 0)]


SYNC = {
    "semaphore": lambda value, n: [line(semaphore_wait(value), add("s", 1))] * n,
    "posts": lines((semaphore_wait(), semaphore_wait()), (add("s", 1),), (add("s", 1),)),
    "starving": lines((semaphore_wait(),), (semaphore_wait(),), (add("s", 1),)),
    "once": lambda n: each(n, once),
    "readers": lambda n: [line(*shared())] * n + [line(*exclusive())],
    "spin": lambda n: [line(lock("a"), unlock("a"))] * n,
}

# --- awaits.cc ---


def until(place, holds):
    """Looks at a place until its value is right; returns it."""
    while True:
        yield look(place)
        value = yield load(place)
        if holds(value):
            return value


def wait_and_read(_):
    yield from until("flag", bool)
    yield load("data")


def with_ticket(_):
    mine = yield add("next", 1)
    yield from until("serving", lambda value: value == mine)
    yield add("serving", 1)


def with_clh(own):
    yield store(("locked", own), 1)
    before = yield exchange("tail", own)
    if before:
        yield from until(("locked", before), lambda value: not value)
    yield store(("locked", own), 0)


def with_mcs(own):
    before = yield exchange("tail", own)
    if before:
        yield store(("locked", own), 1)
        yield store(("next", before), own)
        yield from until(("locked", own), lambda value: not value)
    if not (yield load(("next", own))):
        if (yield swap("tail", own, 0)):
            return
        yield from until(("next", own), bool)
    successor = yield load(("next", own))
    yield store(("locked", successor), 0)


def with_try_lock(_):
    while True:
        yield look()
        if (yield swap("m", 0, 1)):
            break
    yield store("m", 0)


def with_exchange(_):
    while True:
        yield look("round")
        if (yield exchange("flag", 1)) == 0:
            break
    yield store("flag", 0)


def with_tested_exchange(_):
    while True:
        yield look("round")
        if (yield load("flag")) == 0 and (yield exchange("flag", 1)) == 0:
            break
    yield store("flag", 0)


def keep(_):
    while True:
        yield look("round")
        if (yield exchange("flag", 1)) == 0:
            break


def peterson(own):
    yield store(("wants", own), 1)
    yield store("turn", 1 - own)
    while True:
        yield look()
        if not (yield load(("wants", 1 - own))) or (yield load("turn")) == own:
            break
    yield store(("wants", own), 0)


def bakery(count, own):
    yield store(("choosing", own), 1)
    highest = 0
    for other in range(count):
        number = yield load(("number", other))
        highest = max(highest, number)
    mine = highest + 1
    yield store(("number", own), mine)
    yield store(("choosing", own), 0)
    for other in range(count):
        if other == own:
            continue
        yield from until(("choosing", other), lambda value: not value)
        yield from until(("number", other), lambda value, other=other: not value or (value, other) > (mine, own))
    yield store(("number", own), 0)


def publish_in_sequence(_):
    yield store("sequence", 1)
    yield store("x", 1)
    yield store("y", 1)
    yield store("sequence", 2)


def read_in_sequence(_):
    while True:
        yield look()
        before = yield load("sequence")
        if before % 2:
            continue
        yield load("x")
        yield load("y")
        if (yield load("sequence")) == before:
            return


AWAITS = {
    "flag": lambda n: each(n, wait_and_read) + [line(store("data", 1), store("flag", 1))],
    "pulse": lambda: [line(store("flag", 1), store("flag", 0)), lambda: until("flag", bool)],
    "ticket": lambda n: each(n, with_ticket),
    "clh": lambda n: each(n, with_clh, 1),
    "mcs": lambda n: each(n, with_mcs, 1),
    "trylock": lambda n: each(n, with_try_lock),
    "spin": lambda n: each(n, with_exchange),
    "tested": lambda n: each(n, with_tested_exchange),
    "kept": lambda: each(2, keep),
    "peterson": lambda: each(2, peterson),
    "bakery": lambda n: each(n, lambda own: bakery(n, own)),
    "sequence": lambda n: each(n, read_in_sequence) + each(1, publish_in_sequence),
}

# --- lockfree.cc ---


def enqueue(node):
    while True:
        yield look()
        last = yield load("tail")
        after = yield load(("next", last))
        if after:
            yield swap("tail", last, after)
        elif (yield swap(("next", last), 0, node)):
            yield swap("tail", last, node)
            return


def dequeue():
    while True:
        yield look()
        first = yield load("head")
        last = yield load("tail")
        after = yield load(("next", first))
        if not after:
            return
        if first == last:
            yield swap("tail", last, after)
        elif (yield swap("head", first, after)):
            return


def stack(pushing, popping):
    """What is below a node is written by its thread alone before the node is put on top; so it is a part of the top here."""

    def push(node):
        seen = yield load("top")
        while True:
            old, seen = seen, (yield swap_or_see("top", seen, (node, seen)))
            if old == seen:
                return

    def pop():
        seen = yield load("top")
        if seen and not (yield swap("top", seen, seen[1])):
            yield from redundant()

    return each(pushing, push, 1) + [pop] * popping


def counted_stack(pushing, popping):
    """The top is a node and, above it, how often it changed, as in GenMC's test, which ends with 18 for two and one."""

    def push(node):
        yield store(("x", node), 42)
        while True:
            top = yield load("top")
            yield store(("next", node), top)
            if (yield swap("top", top, top // 100 * 100 + 100 + node)):
                return

    def pop():
        while True:
            yield look()
            top = yield load("top")
            if top % 100 == 0:
                return
            below = yield load(("next", top % 100))
            if (yield swap("top", top, top // 100 * 100 + 100 + below % 100)):
                break
        if top % 100 != 1:
            yield load(("x", top % 100))

    return each(pushing, push, 1) + [pop] * popping


LOCKFREE = {
    "queue": lambda n, m: each(n, enqueue, 1) + [dequeue] * m,
    "stack": stack,
    "counted": counted_stack,
}

# --- retries.cc ---


def push_node(node):
    seen = yield load("top")
    yield store(("next", node), seen)
    if not (yield swap("top", seen, node)):
        yield from redundant()


def push_and_pop(node):
    yield from push_node(node)
    seen = yield load("top")
    if seen:
        after = yield load(("next", seen))
        if not (yield swap("top", seen, after)):
            yield from redundant()


def update_word(times):
    for _ in range(times):
        seen = yield load("word")
        if not (yield swap("word", seen, seen + 1)):
            yield from redundant()


def update_later():
    """A failed round counts, a spurious failure does not."""
    seen = yield load("word")
    while True:
        old, seen = seen, (yield swap_or_see("word", seen, seen + 1))
        if old == seen:
            return


RETRIES = {
    "stack": lambda threads: each(threads, push_and_pop, 1),
    "update": lambda threads, times: [lambda: update_word(times)] * threads,
    "minus": lambda threads: [lambda: update_word(1)] * threads,
    "node": lambda threads: each(threads, push_node, 1),
    "later": lambda threads: [update_later] * threads,
    "stored": lambda: [lambda: update_word(1), line(store("word", 5))],
}

# --- published: those in which another model checker leaves out more, or which it cannot run ---

BIAS = 100


def lock_by_bias(amount, is_free):
    while not is_free((yield add("word", -amount))):
        yield add("word", amount)
        yield from until("word", is_free)


def read_by_bias(_):
    yield from lock_by_bias(1, lambda value: value > -BIAS)
    yield add("word", 1)


def write_by_bias(_):
    yield from lock_by_bias(BIAS, lambda value: value == 0)
    yield add("word", BIAS)


def with_array(_):
    ticket = yield add("next", 1)
    distance = ticket - (yield load("serving"))
    if distance > 1:
        seen = yield load(("cell", ticket))
        while True:
            yield look("far", seen)
            if ticket - (yield load("serving")) <= 1:
                break
            seen = yield from until(("cell", ticket), lambda now, seen=seen: now != seen)
    if distance > 0:
        yield from until("serving", lambda value: value == ticket)
    served = yield load("serving")
    yield store("serving", served + 1)
    yield add(("cell", served + 2), 1)


def put_in_place(item):
    place = yield add("taken", 1)
    yield store(("place", place), item)


def take_from_places(_):
    while True:
        yield look("places")
        for i in range((yield load("taken"))):
            if (yield load(("place", i))) and (yield exchange(("place", i), 0)):
                return


def put_and_take(item):
    yield from put_in_place(item)
    yield from take_from_places(item)


PUBLISHED = {
    "bias_lock": {"": lambda readers, writers, _: each(readers, read_by_bias) + each(writers, write_by_bias)},
    "spin_locks": {"s": lambda n: each(n, with_tested_exchange), "w": lambda n: each(n, with_array), "t": lambda n: each(n, with_ticket)},
    "herlihy_wing": {"": lambda writers, readers, both: each(writers, put_in_place, 1) + each(readers, take_from_places) + each(both, put_and_take, 1)},
}

PROGRAMS = {"families": FAMILIES, "litmus": LITMUS, "locks": LOCKS, "sync": SYNC, "awaits": AWAITS, "lockfree": LOCKFREE, "retries": RETRIES}
