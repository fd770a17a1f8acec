"""Counts the classes of executions of a small program by running through all its interleavings. Knows nothing of the search it checks.

A thread is a generator that yields its operations and is sent their results:

    value = yield load(x)          old = yield add(x, 1)            done = yield swap(x, 0, 1)      compare_exchange_strong
    yield store(x, 1)              old = yield exchange(x, 2)       yield lock(m)                   waits until it is 0
    yield look(seen...)            at the beginning of each iteration of a loop; different loops must see something different

An execution is the sequence of each thread's reads, each with the write it took, and the order of the writes of each location. Two
interleavings with the same are one class. Every place begins with 0. All
the beginnings of executions are built up, one operation longer each round, each once.

A loop may look in vain: an iteration that changed nothing (an update may store what it found) and hands the next one the values `seen`
that it was handed. Such an iteration could be left out, so executions with one are not counted. Threads that could only look in vain for ever hang.
"""

import functools

VAIN = ("vain",)


def load(place):
    return ("load", place)


def store(place, value):
    return ("store", place, value)


def add(place, amount):
    return ("update", place, lambda old: (old + amount, old))


def exchange(place, value):
    return ("update", place, lambda old: (value, old))


def swap(place, expected, value):
    return ("update", place, lambda old: (value, True) if old == expected else (None, False))


def swap_or_see(place, expected, value):
    """The same, with what it found as the result."""
    return ("update", place, lambda old: (value if old == expected else None, old))


def lock(place):
    return change(place, lambda old: (1, None) if old == 0 else None)


def unlock(place):
    return store(place, 0)


def change(place, function):
    """Any update: what it stores (None for nothing) and its result, or None if it has to wait."""
    return ("update", place, function)


def look(*seen):
    return ("look", seen)


def effect(operation, old):
    """What an operation stores, None for nothing, and its result; None if it has to wait."""
    kind = operation[0]
    if kind == "load":
        return None, old
    if kind == "store":
        return operation[2], None
    return operation[2](old)


class Enumeration:
    """`complete` classes, and `stuck` ones in which threads wait for ever."""

    def __init__(self, threads):
        self._threads = threads
        self._next = functools.lru_cache(maxsize=None)(self._next_operation)
        self.complete = 0
        self.stuck = 0
        start = (tuple(() for _ in threads), frozenset())
        beginnings = {start: {}}
        while beginnings:
            longer = {}
            for beginning, memory in beginnings.items():
                self._extend(beginning, memory, longer)
            beginnings = longer

    def _next_operation(self, thread, steps):
        """The operation after `steps`, each what was taken, stored and changed and the result, and whether it begins an iteration."""
        generator = self._threads[thread]()
        left = list(steps)
        iteration = None  # what the loop's iteration was handed, if it has changed nothing so far
        begins = False
        try:
            operation = next(generator)
            while True:
                if operation[0] == "look":
                    if iteration == operation[1]:
                        return VAIN, True
                    iteration, begins = operation[1], True
                    operation = next(generator)
                    continue
                if not left:
                    return operation, begins
                _, _, changed, result = left.pop(0)
                iteration, begins = None if changed else iteration, False
                operation = generator.send(result)
        except StopIteration:
            return None, False

    def _step(self, beginning, memory, thread, operation):
        """The beginning after it, with its memory: value and newest write of each place; None if the thread has to wait."""
        steps, orders = beginning
        value, newest = memory.get(operation[1], (0, None))
        outcome = effect(operation, value)
        if outcome is None:
            return None
        stored, result = outcome
        changed = operation[0] == "store" or (stored is not None and stored != value)
        own = steps[thread] + (((operation[1], newest if operation[0] != "store" else None), stored, changed, result),)
        steps = steps[:thread] + (own,) + steps[thread + 1:]
        if stored is not None:
            write = (thread, len(own))
            orders = orders | {(operation[1], newest, write)}
            memory = {**memory, operation[1]: (stored, write)}
        return (steps, orders), memory

    def _extend(self, beginning, memory, longer):
        operations = [self._next(thread, steps) for thread, steps in enumerate(beginning[0])]
        if (VAIN, True) in operations:
            return
        goes_on = False
        for thread, (operation, begins) in enumerate(operations):
            after = operation and self._step(beginning, memory, thread, operation)
            if after:
                longer[after[0]] = after[1]
                goes_on = goes_on or not (begins and self._looks_in_vain(beginning, memory, thread))
        if not goes_on:
            ended = all(operation is None for operation, _ in operations)
            self.complete += ended
            self.stuck += not ended

    def _looks_in_vain(self, beginning, memory, thread):
        """Whether the thread, alone from here on, comes back to where it is, or waits, with nothing changed."""
        while True:
            operation, _ = self._next(thread, beginning[0][thread])
            if operation is VAIN:
                return True
            if operation is None:
                return False
            after = self._step(beginning, memory, thread, operation)
            if after is None:
                return True
            beginning, memory = after
            if beginning[0][thread][-1][2]:
                return False
