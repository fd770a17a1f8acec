"""Random objects of a few atomic words, and an enumeration of all their clients and interleavings that shares nothing with Sleave.

An object is a list of operations, an operation (has_result, steps), a step (kind, word, value, stop): random_object.cc states what they do.
"""

import functools
import itertools
import random

NEVER = -9  # a `stop` that no accumulator reaches


def random_step(rng, words):
    kind = rng.choice("lljjsspaett")
    value = rng.choice((1, 2)) if kind != "s" else rng.choice((0, 1, 2))
    stop = rng.choice((0, 1)) if rng.random() < 0.3 else NEVER
    return kind, rng.randrange(words), value, stop


def random_object(seed):
    """Operations of one step are as many as longer ones: so that both verdicts are frequent."""
    rng = random.Random(seed)
    words = rng.choice((1, 1, 2, 3))
    operations = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        length = rng.choice((1, 1, 1, 2, 3, 4))
        operations.append((rng.random() < 0.75, tuple(random_step(rng, words) for _ in range(length))))
    return tuple(operations)


def text_of(operations):
    return " ".join(("r" if has_result else "n") + ",".join(":".join(map(str, step)) for step in steps) for has_result, steps in operations)


def perform(step, words, accumulator):
    """The words and the accumulator after a step."""
    kind, word, value, _ = step
    old = words[word]
    new = {"l": old, "j": old, "s": value, "p": accumulator + value, "a": old + value, "e": value,
           "t": accumulator + value if old == accumulator else old}[kind]
    after = {"j": 10 * accumulator + old, "s": accumulator, "p": accumulator, "t": int(old == accumulator)}.get(kind, old)
    return words[:word] + (new,) + words[word + 1:], after


@functools.lru_cache(maxsize=1 << 16)
def perform_alone(operation, words):
    """The words after an operation without others, and its result."""
    has_result, steps = operation
    accumulator = 0
    for step in steps:
        words, accumulator = perform(step, words, accumulator)
        if accumulator == step[3]:
            break
    return words, accumulator if has_result else None


class Enumeration:
    """All interleavings of a client: for each thread, the numbers of the operations that it calls. A call is taken to last from its first to
    its last step: no interval of an execution is shorter, so none orders more calls."""

    def __init__(self, operations, client):
        self.operations = operations
        self.client = client
        self.seen = set()

    def histories(self):
        """Each history is, for each thread, its calls: (result, how many calls of each thread had ended before it began)."""
        found = set()
        start = (0, 0, 0, None, ())  # calls ended, step, accumulator, calls of all threads that had ended when this one began, results
        stack = [((0, 0, 0), (start,) * len(self.client))]
        while stack:
            state = stack.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            successors = list(self.successors(state))
            stack += successors
            if not successors:
                found.add(tuple(thread[4] for thread in state[1]))
        return found

    def successors(self, state):
        words, threads = state
        ended = tuple(thread[0] for thread in threads)
        for i, thread in enumerate(threads):
            if thread[0] < len(self.client[i]):
                after, advanced = self.advance(words, thread, self.client[i], ended)
                yield after, threads[:i] + (advanced,) + threads[i + 1:]

    def advance(self, words, thread, calls, all_ended):
        ended, number, accumulator, before, results = thread
        has_result, steps = self.operations[calls[ended]]
        if number == 0:
            before = all_ended
        words, accumulator = perform(steps[number], words, accumulator)
        if number + 1 < len(steps) and accumulator != steps[number][3]:
            return words, (ended, number + 1, accumulator, before, results)
        result = accumulator if has_result else None
        return words, (ended + 1, 0, 0, None, results + ((result, before),))

    def is_linearizable(self, history):
        """Whether one of all orders of the calls keeps real time and gives the results."""
        calls = [(thread, i) for thread, sequence in enumerate(self.client) for i in range(len(sequence))]
        return any(self.explains(order, history) for order in itertools.permutations(calls))

    def explains(self, order, history):
        words = (0, 0, 0)
        done = [0] * len(self.client)
        for thread, i in order:
            result, before = history[thread][i]
            if i != done[thread] or any(mine < needed for mine, needed in zip(done, before)):
                return False
            words, seen = perform_alone(self.operations[self.client[thread][i]], words)
            if seen != result:
                return False
            done[thread] += 1
        return True


def shapes_of(threads, calls, most=None):
    """How many calls each thread makes: of at least two and at most as many threads, the longer ones first."""
    if calls == 0:
        yield ()
    for first in range(min(calls, most or calls), 0, -1) if threads else ():
        for rest in shapes_of(threads - 1, calls - first, first):
            yield (first, *rest)


def clients_of(operations, threads, calls):
    """All clients of as many calls, those that differ only in the order of their threads more than once."""
    for shape in shapes_of(threads, calls):
        if len(shape) > 1:
            yield from itertools.product(*(itertools.product(range(len(operations)), repeat=length) for length in shape))


def is_linearizable(operations, threads, calls):
    """Whether all histories of all these clients are linearizable."""
    for client in clients_of(operations, threads, calls):
        enumeration = Enumeration(operations, client)
        if not all(enumeration.is_linearizable(history) for history in enumeration.histories()):
            return False
    return True
