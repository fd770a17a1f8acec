"""Compares the condition that an explanation names with the one that the program's ground truth names (bench/joint/when.py).

Both are asked about the same inputs: many that are like the finding's, and many at random. An explanation is of one way to fail, so it
may be narrower than the truth; wider it must not be: an input that it allows and with which no schedule fails makes it wrong. Where a sentence
names only the place of a test, the exact condition that comes with the explanation is asked (condition_script.py); where all sentences can be
read, it must be true of the same inputs as they are.
"""

import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "bench" / "joint"))
import condition_script  # noqa: E402
import when  # noqa: E402

TRIES = 20_000


class NotEvaluated(Exception):
    """It is told by the place of a test, not by what it says."""


class Explained(when.Value):
    """An input as the sentences of an explanation use it: slices of bytes are numbers."""

    def __getitem__(self, index):
        return int.from_bytes(self.bytes[index], "little") if isinstance(index, slice) else self.bytes[index]


def as_python(sentence):
    """A sentence as an expression of Python over Explained values."""
    if sentence.startswith("the test") or "?" in sentence:
        raise NotEvaluated(sentence)
    quoted = sentence.endswith('"')
    text = re.sub(r'(\w+) begins with "(.*)"$', lambda m: f"{m[1]}.bytes.startswith({m[2].encode()!r})", sentence)
    text = re.sub(r'(\w+)\[(\d+)\.\.(\d+)\] is "(.*)"$', lambda m: f"{m[1]}.bytes[{m[2]}:{int(m[3]) + 1}] == {m[4].encode()!r}", text)
    if quoted:
        return text
    text = re.sub(r"\[(\d+)\.\.(\d+)\]", lambda m: f"[{m[1]}:{int(m[2]) + 1}]", text)
    text = re.sub(r"'(.)'", lambda m: str(ord(m[1])), text)
    text = text.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    return re.sub(r"!(?!=)", " not ", text)


def changed(rng, values):
    """One input is another number, near, small, any, or another input's; or one of its bytes is."""
    values = dict(values)
    name = rng.choice(list(values))
    content = bytearray(values[name])
    number, bits = int.from_bytes(content, "little"), 8 * len(content)
    way = rng.randrange(5)
    if way == 4 or len(content) > 8:
        content[rng.randrange(len(content))] = rng.choice((rng.randrange(256), rng.randrange(32, 127), 0))
    else:
        other = int.from_bytes(values[rng.choice(list(values))], "little")
        number = (number + rng.randint(-8, 8), rng.getrandbits(rng.randint(1, bits)), rng.getrandbits(bits), other)[way]
        content = (number % (1 << bits)).to_bytes(len(content), "little")
    values[name] = bytes(content)
    return values


def within(ranges, values):
    return all(low <= int.from_bytes(values[name], "little") <= high for name, (low, high) in ranges.items() if name in values)


def ranges_of(words):
    """The ends of ranges, which no run goes beyond, from the INPUT line."""
    return {name: (int(low), int(high)) for name, low, high in re.findall(r"(\w+) (\d+)\.\.(\d+)", words.get("INPUT", ""))}


def as_function(cause):
    """The sentences as a function of the bytes of the inputs by name; nothing if one of them names a place, or calculates: C's words wrap."""
    if any(re.search(r"[-+*]|<<", sentence.partition('"')[0]) for sentence in cause["conditions"]):
        return None
    try:
        condition = " and ".join(f"({as_python(sentence)})" for sentence in cause["conditions"]) or "True"
    except NotEvaluated:
        return None
    code = compile(condition, "explanation", "eval")
    return lambda given: bool(eval(code, {}, {it: Explained(content) for it, content in given.items()}))  # pylint: disable=eval-used


def words_of(given):
    return ", ".join(f"{it}={content.hex()}" for it, content in given.items())


def compare(name, words, finding):
    """"same", "narrower", "wider: ..."; "misread: ..." if sentences and exact condition differ. Of the finding of a joint program with this heading."""
    cause = finding["cause"]
    if not cause["inputs"]:
        return "no condition"
    exact = condition_script.Script(cause["condition_script"]).asked if cause["condition_script"] else lambda given: (True, True)
    read = as_function(cause)
    rng, ranges = random.Random(1), ranges_of(words)
    told = {given["name"]: bytes.fromhex(given["bytes"]) for given in finding["inputs"]}
    narrower, values = False, told
    for _ in range(TRIES):
        following = changed(rng, told if rng.randrange(8) == 0 else values)
        if not within(ranges, following):
            continue
        can_be, allowed = exact(following)
        if not can_be:
            continue
        fails = when.fails(name, {it: when.Value(content) for it, content in following.items()})
        if allowed and not fails:
            return "wider: " + words_of(following)
        if allowed and read is not None and not read(following):
            return "misread: " + words_of(following)
        narrower = narrower or (fails and not allowed)
        if fails or rng.randrange(4) == 0:
            values = following
    return "narrower" if narrower else "same"
