#!/usr/bin/env python3
"""A client of an installed lock-free library: with the library's memory orders no sample fails; with one of them weakened a run fails by
what it reads, replays, and its report names the operation that was weakened.

    check_library.py --bin=FOLDER CLIENT

The library is changed in a copy of its header, in a temporary folder. Ends with 77 if it is not installed, or is another version.
SLEAVE_TEST_SIZE=full tries 20 seeds and prints a table.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from harness import check, command, heading, size  # noqa: E402

SKIPPED = 77
SAMPLING = ("--strategy=sample", "--model=c++20")
RUNS = 10_000  # the rarest was found in at most 1,139, on 20 seeds
STRONG_RUNS = 2_000
CLEAN_RUNS = 5_000


class Missing(Exception):
    pass


@dataclasses.dataclass
class Mutant:
    """One operation: what the header has before it, in this order, and the operation with its order, which becomes relaxed."""
    words: str
    before: tuple[str, ...]
    operation: str
    is_fence: bool = False  # relaxed it is no code, so another operation of the header is named


@dataclasses.dataclass
class Library:
    header: str
    mutants: list[Mutant]


LIBRARIES = {
    "concurrentqueue": Library("concurrentqueue/concurrentqueue.h", [
        Mutant("store of the tail by enqueue()", ("struct ExplicitProducer", "// Enqueue\n"),
               "tailIndex.store(newTailIndex, std::memory_order_release)"),
        Mutant("load of the tail by dequeue()", ("struct ExplicitProducer", "bool dequeue(U& element)"),
               "tailIndex.load(std::memory_order_acquire)"),
    ]),
    "libcds": Library("cds/container/vyukov_mpmc_cycle_queue.h", [
        Mutant("store of the number by enqueue()", ("bool enqueue_with(",), "sequence.store(pos + 1, memory_model::memory_order_release)"),
        Mutant("load of the number by dequeue()", ("bool dequeue_with(",), "sequence.load(memory_model::memory_order_acquire)"),
        Mutant("store of the number by dequeue()", ("bool dequeue_with(",),
               "sequence.store( pos + m_nBufferMask + 1, memory_model::memory_order_release )"),
        Mutant("load of the number by enqueue()", ("bool enqueue_with(",), "sequence.load(memory_model::memory_order_acquire)"),
    ]),
    "readerwriterqueue": Library("readerwriterqueue/readerwriterqueue.h", [
        Mutant("fence of enqueue() before the tail", ("bool inner_enqueue(",), "fence(memory_order_release)", is_fence=True),
        Mutant("fence of dequeue() after the tail", ("bool try_dequeue(",), "fence(memory_order_acquire)", is_fence=True),
        Mutant("fence of dequeue() before the front", ("bool try_dequeue(",), "fence(memory_order_release)", is_fence=True),
        Mutant("fence of enqueue() after the front", ("bool inner_enqueue(",), "fence(memory_order_acquire)", is_fence=True),
    ]),
}


class Client:
    def __init__(self, binaries, source, folder):
        self.source, self.folder = source, folder
        self.library = LIBRARIES[source.stem]
        self.words = heading.read(source).words
        self.compiler = [binaries / "sleave-c++", "-std=c++20", "-O1", "-g", "-pthread"]
        self.sleave = command.Sleave(binaries / "sleave", folder)

    def header(self):
        """The installed one, as the compiler finds it."""
        found = subprocess.run([*self.compiler, "-E", "-x", "c++", "-"], input=f"#include <{self.library.header}>\n", text=True,
                               capture_output=True)
        path = re.search(rf'^# 1 "(.*/{re.escape(self.library.header)})"', found.stdout, re.MULTILINE)
        if found.returncode != 0 or path is None:
            raise Missing(f"{self.words['PACKAGE']} is not installed")
        return pathlib.Path(path[1])

    def build(self, name, *flags):
        program = self.folder / name
        link = self.words.get("LINK", "").split()
        subprocess.run([*self.compiler, *flags, self.source, "-o", program, *link], check=True)
        return program

    def weakened(self, mutant, number):
        """The program with this mutant, and the line that was changed."""
        header = self.header()
        text = header.read_text()
        at = 0
        for words in (*mutant.before, mutant.operation):
            at = text.find(words, at)
            if at < 0:
                raise Missing(f"{header} has no '{words}' where it was: another version")
        relaxed = re.sub(r"memory_order_\w+", "memory_order_relaxed", mutant.operation)
        folder = self.folder / f"include_{number}"
        copy = folder / self.library.header
        copy.parent.mkdir(parents=True)
        copy.write_text(text[:at] + relaxed + text[at + len(mutant.operation):])
        program = self.build(f"{self.source.stem}_{number}", f"-I{folder}", f"-I{header.parent}")
        return program, text.count("\n", 0, at) + 1


def check_correct(client, checks):
    program = client.build(client.source.stem)
    for options in ((), ("--races=off",)):
        ended = client.sleave.run(program, *SAMPLING, f"--runs={CLEAN_RUNS}", *options)
        checks.equal(ended.code, command.CLEAN, f"{program.name} {' '.join(options)}: no sample fails", ended)


def explanation_names(client, program, mutant, line):
    finding = json.loads((client.sleave.finding_folder(program) / "finding.json").read_text())
    place = f"{pathlib.Path(client.library.header).name}:" + ("" if mutant.is_fence else f"{line})")
    orders = finding["cause"]["orders"]
    return any(place in order for order in orders), orders


def check_mutant(client, mutant, number, seeds, checks):
    program, line = client.weakened(mutant, number)
    found, orders = [], []
    for seed in seeds:
        ended = client.sleave.run(program, *SAMPLING, f"--runs={RUNS}", f"--seed={seed}", "--races=off")
        if not checks.equal(ended.code, command.FINDING, f"{mutant.words}: seed {seed} finds it", ended):
            continue
        found.append(ended.summary["findings"][0]["first_run"])
        again = client.sleave.replay(client.sleave.finding_folder(program), f"--times={size.current().replays}")
        checks.equal(again.code, command.FINDING, f"{mutant.words}: it replays", again)
        named, orders = explanation_names(client, program, mutant, line)
        checks.that(named, f"{mutant.words}: line {line} is named, not {orders}", ended)
    strong = client.sleave.run(program, "--strategy=sample", f"--runs={STRONG_RUNS}", "--races=off")
    checks.equal(strong.code, command.CLEAN, f"{mutant.words}: no interleaving fails", strong)
    print(f"| {client.source.stem} | {mutant.words} | {max(found, default=0)} | {orders} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("source", type=pathlib.Path)
    options = parser.parse_args()
    checks = check.Checks()
    seeds = range(1, 2 if size.is_short() else 21)
    with tempfile.TemporaryDirectory() as folder:
        client = Client(options.bin, options.source, pathlib.Path(folder))
        try:
            client.header()
            check_correct(client, checks)
            for number, mutant in enumerate(client.library.mutants, 1):
                check_mutant(client, mutant, number, seeds, checks)
        except Missing as missing:
            print(f"skipped: {missing}")
            return SKIPPED if checks.finish() == 0 else 1
        return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
