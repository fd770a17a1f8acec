"""All executions of a litmus test (litmus.cc) that a memory model allows, by brute force.

One operation after another, each thread next in turn, every store that it may read, every place in modification order; the model decides
after each. An execution is named by what is read from what and by the modification orders. sc: one interleaving explains it; c++20: the
text of the standard ([intro.races], [atomics.order], [atomics.fences]) without cycles of program order and reads-from.
"""

import collections

ACQUIRES = {"acq", "ar", "sc"}
RELEASES = {"rel", "ar", "sc"}
Done = collections.namedtuple("Done", "name code at order reads writes source value")
INITIAL = (-1, 0)


def parse(text):
    """The threads as lists of words, and the initial values."""
    threads, initial = [], collections.defaultdict(int)
    for part in text.split("|"):
        operations = [words.split() for words in part.split(";") if words.split()]
        for words in operations:
            if words[0] == "I":
                initial[words[1]] = int(words[2])
        threads.append([words for words in operations if words[0] != "I"])
    return threads, initial


class Execution:
    def __init__(self, threads, initial, done=(), places=None, values=None):
        self.threads, self.initial, self.done = threads, initial, done
        self.places = places or {}  # modification order: names of stores by location
        self.values = values or {}

    def next_of(self, thread):
        made = sum(1 for each in self.done if each.name[0] == thread)
        return self.threads[thread][made] if made < len(self.threads[thread]) else None

    def read_by(self, thread):
        return [self.value_at(each.at, each.source) for each in self.done if each.name[0] == thread and each.reads]

    def value_at(self, at, store):
        return self.initial[at] if store == INITIAL else self.values[store]

    def steps(self, thread):
        """The executions with one more operation of the thread."""
        words = self.next_of(thread)
        name = (thread, sum(1 for each in self.done if each.name[0] == thread))
        code = words[0]
        if code == "F":
            yield Execution(self.threads, self.initial, (*self.done, Done(name, code, None, words[1], False, False, None, 0)), self.places,
                            self.values)
            return
        at = words[1]
        stores = [INITIAL, *self.places.get(at, ())]
        for position, store in enumerate(stores):
            found = self.value_at(at, store)
            order, writes, value = words[-1], True, 0
            if code == "R":
                writes = False
            elif code in "WX":
                value, order = int(words[2]), words[3]
            elif code == "A":
                value, order = found + int(words[2]), words[3]
            elif code == "D":
                value = self.read_by(thread)[-1]
            elif code == "S":
                value = sum(self.read_by(thread)[-2:])
            elif code == "C":
                writes, value = found == int(words[2]), int(words[3])
                order = words[4] if writes else words[5]
            reads = code in "RAXC"
            done = Done(name, code, at, order, reads, writes, store if reads else None, value)
            places, values = self.places, self.values
            if writes:
                others = list(places.get(at, ()))
                places = {**places, at: (*others[:position], name, *others[position:])}
                values = {**values, name: value}
            yield Execution(self.threads, self.initial, (*self.done, done), places, values)

    def key(self):
        return (tuple(sorted((each.name, each.source or (-2, 0)) for each in self.done)), tuple(sorted(self.places.items())))

    def outcome(self):
        text = ""
        for thread in range(len(self.threads)):
            text += "".join(f"{value}," for value in self.read_by(thread)) + "/"
        for at in "xyzw":
            text += f"{self.value_at(at, self.places.get(at, (INITIAL,))[-1])},"
        return text


def closure(pairs, size):
    rows = [set() for _ in range(size)]
    for a, b in pairs:
        rows[a].add(b)
    changed = True
    while changed:
        changed = False
        for row in rows:
            more = set().union(*(rows[b] for b in row)) - row if row else set()
            if more:
                row |= more
                changed = True
    return {(a, b) for a in range(size) for b in rows[a]}


def cyclic(pairs, size):
    return any(a == b for a, b in closure(pairs, size))


class Judge:
    def __init__(self, execution):
        self.all = execution.done
        self.size = len(self.all)
        number = {each.name: i for i, each in enumerate(self.all)}
        place = {name: i + 1 for names in execution.places.values() for i, name in enumerate(names)}
        place[INITIAL] = 0
        every = [(a, b) for a in range(self.size) for b in range(self.size) if a != b]
        here = [(a, b) for a, b in every if self.all[a].at is not None and self.all[a].at == self.all[b].at]
        self.sequenced = {(a, b) for a, b in every if self.all[a].name[0] == self.all[b].name[0] and self.all[a].name < self.all[b].name}
        self.reads_from = {(number[each.source], i) for i, each in enumerate(self.all) if each.reads and each.source != INITIAL}
        self.modified = {(a, b) for a, b in here if self.all[a].writes and self.all[b].writes and place[self.all[a].name] < place[self.all[b].name]}
        self.from_read = {(a, b) for a, b in here
                          if self.all[a].reads and self.all[b].writes and place[self.all[a].source] < place[self.all[b].name]}
        self.atomic = all(place[each.name] == place[each.source] + 1 for each in self.all if each.reads and each.writes)
        self.number = number

    def allows(self, model):
        if not self.atomic:
            return False
        if model == "sc":
            return not cyclic(self.sequenced | self.reads_from | self.modified | self.from_read, self.size)
        edges = self.synchronizes()
        happens = closure(self.sequenced | edges, self.size)
        coherent = closure(self.reads_from | self.modified | self.from_read, self.size)
        if any(a == b for a, b in happens | coherent) or any((b, a) in coherent for a, b in happens):
            return False
        return not cyclic(self.total_order(edges, happens, coherent), self.size)

    def heads(self, read):
        """The stores of whose release sequence `read` takes one."""
        source = self.all[read].source
        while source is not None and source != INITIAL:
            store = self.number[source]
            yield store
            source = self.all[store].source if self.all[store].reads else None

    def synchronizes(self):
        made = set()
        for read, each in enumerate(self.all):
            if not each.reads:
                continue
            acquiring = [read] if each.order in ACQUIRES else []
            acquiring += [f for f, fence in enumerate(self.all) if fence.code == "F" and fence.order in ACQUIRES and (read, f) in self.sequenced]
            for head in self.heads(read):
                releasing = [head] if self.all[head].order in RELEASES else []
                releasing += [f for f, fence in enumerate(self.all)
                              if fence.code == "F" and fence.order in RELEASES and (f, head) in self.sequenced]
                made |= {(a, b) for a in releasing for b in acquiring if a != b}
        return made

    def total_order(self, edges, happens, coherent):
        """What the single total order of the sequentially consistent operations must keep."""
        single = {i for i, each in enumerate(self.all) if each.order == "sc"}
        fences = {i for i in single if self.all[i].code == "F"}
        around = {(a, d) for a, b in self.sequenced for c, d in self.sequenced if (b, c) in happens}
        strongly = closure(self.sequenced | around | {(a, b) for a, b in edges if a in single and b in single}, self.size)
        kept = {(a, b) for a, b in strongly if a in single and b in single}
        for a, b in coherent:
            firsts = {f for f in fences if (f, a) in happens} | ({a} & (single - fences))
            lasts = {f for f in fences if (b, f) in happens} | ({b} & (single - fences))
            kept |= {(first, last) for first in firsts for last in lasts if first != last}
        return kept


def executions(text, model, most=20_000):
    """(number of executions, their outcomes); None if there are too many on the way."""
    first = Execution(*parse(text))
    seen, found, outcomes, waiting = set(), set(), set(), [first]
    while waiting:
        execution = waiting.pop()
        moved = False
        for thread in range(len(execution.threads)):
            if execution.next_of(thread) is None:
                continue
            moved = True
            for further in execution.steps(thread):
                if further.key() in seen or not Judge(further).allows(model):
                    continue
                seen.add(further.key())
                waiting.append(further)
        if len(seen) > most:
            return None
        if not moved:
            found.add(execution.key())
            outcomes.add(execution.outcome())
    return len(found), outcomes
