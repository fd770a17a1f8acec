"""What an explanation says, looked for in other runs: by its sentences alone, as a person would read them."""

import dataclasses
import pathlib
import re

EVENTS = pathlib.Path(__file__).resolve().parents[2] / "abi" / "events.def"
BETWEEN = re.compile(r"(.*) comes between (.*) and its (.*)")
BEFORE = re.compile(r"(.*) comes before (.*)")
OWNER = re.compile(r"(main|T\d+)'s (.*)")
NUMBER = re.compile(r"(first|second|third|(\d+)th|no\. (\d+)) (.*)")
PLACE = re.compile(r"(.*) \(((?:[^()]|\(\))*)\)")
NUMBERS = {"first": 0, "second": 1, "third": 2}


def nouns():
    """What a sentence calls an operation -> names of events."""
    named = {"load": {"atomic_load"}, "store": {"atomic_store"}, "update": {"atomic_rmw"}, "CAS": {"atomic_cas"},
             "read": {"visible_read"}, "write": {"visible_write"}, "start": {"thread_start"}, "end": {"thread_exit"},
             "exit of the program": {"process_exit"}}
    for name, verb in re.findall(r'^SLEAVE_EVENT\((\w+), "[^"]*", "([^"]*)"', EVENTS.read_text(encoding="utf-8"), re.MULTILINE):
        if verb:
            named.setdefault("wake-up by" if verb == "woken by" else verb, set()).add(name)
    return named


NOUNS = nouns()


@dataclasses.dataclass(frozen=True)
class Operation:
    thread: str
    names: frozenset
    place: str
    number: int  # how often the thread had been there


def operation(text, thread=None):
    """None if it is no operation that an event stands for."""
    if thread is None:
        owner = OWNER.fullmatch(text)
        if not owner:
            return None
        thread, text = owner.groups()
    number = 0
    if counted := NUMBER.fullmatch(text):
        number = NUMBERS.get(counted[1], int(counted[2] or counted[3] or 1) - 1)
        text = counted[4]
    place = ""
    if placed := PLACE.fullmatch(text):
        text, place = placed[1], placed[2].split(" for ")[0]
    fitting = [noun for noun in NOUNS if text == noun or text.startswith((noun + " of ", noun + " ") if " " in noun else noun + " of ")]
    if not fitting:
        return None
    return Operation(thread, frozenset(NOUNS[max(fitting, key=len)]), place, number)


def orders(sentence):
    """Pairs of operations, earlier and later; None if a part of the sentence is not understood."""
    if between := BETWEEN.fullmatch(sentence):
        middle, before = operation(between[1]), operation(between[2])
        after = operation(between[3], before.thread) if before else None
        return [(before, middle), (middle, after)] if before and middle and after else None
    if before := BEFORE.fullmatch(sentence):
        pair = operation(before[1]), operation(before[2])
        return [pair] if all(pair) else None
    return None


class Ambiguous(Exception):
    """Several operations of a run fit what a sentence says."""


def time_of(wanted, events):
    """The number of the event in a run, None if it did not happen. Events are [thread, name, place, address]."""
    fitting = [i for i, (thread, name, place, _) in enumerate(events)
               if thread == wanted.thread and name in wanted.names and place == wanted.place]
    if len({(events[i][1], events[i][3]) for i in fitting}) > 1:
        raise Ambiguous
    return fitting[wanted.number] if wanted.number < len(fitting) else None


def holds(pairs, events):
    """Whether all of these operations happened, in this order."""
    for first, second in pairs:
        earlier, later = time_of(first, events), time_of(second, events)
        if earlier is None or later is None or earlier > later:
            return False
    return True
