#!/usr/bin/env python3
"""Every atomic update of abi/rmw_ops.def, of every size, and those that the pass turns into loops, in a program whose executions are known.

    check_updates.py --bin=BIN --table=RMW_OPS_DEF

One thread sets a flag and performs the update twice, another stores a value and reads the flag. The store comes before, between or after the
updates: each leads to values that are computed here, from LLVM's definition of `atomicrmw`. The program ends with a failure of its own for each
of the three, and with another for any other outcome. If the flag is not set, the store came first: four classes. An update that is
a loop has more. A row of the table without a definition here fails the test.
"""

import argparse
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import check, command  # noqa: E402

INTEGERS = {1: "i8", 2: "i16", 4: "i32", 8: "i64", 16: "i128"}
FLOATS = {2: "half", 4: "float", 8: "double"}
FORMATS = {2: "<e", 4: "<f", 8: "<d"}


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


# By name: what is stored, of the old value, the operand, and the number of bits.
OPERATIONS = {
    "xchg": lambda old, value, bits: value,
    "add": lambda old, value, bits: old + value,
    "sub": lambda old, value, bits: old - value,
    "and": lambda old, value, bits: old & value,
    "nand": lambda old, value, bits: ~(old & value),
    "or": lambda old, value, bits: old | value,
    "xor": lambda old, value, bits: old ^ value,
    "max": lambda old, value, bits: max(signed(old, bits), signed(value, bits)),
    "min": lambda old, value, bits: min(signed(old, bits), signed(value, bits)),
    "umax": lambda old, value, bits: max(old, value),
    "umin": lambda old, value, bits: min(old, value),
    "uinc_wrap": lambda old, value, bits: 0 if old >= value else old + 1,
    "udec_wrap": lambda old, value, bits: value if old == 0 or old > value else old - 1,
}
FLOATING = {
    "fadd": lambda old, value: old + value,
    "fsub": lambda old, value: old - value,
    "fmax": max,
    "fmin": min,
}
# Initial value, operand, and what the other thread stores: with each of them the three orders differ in what is read or left.
NUMBERS = {"max": (5, 100, 120), "min": (-5, -100, -120), "umax": (5, 100, 200), "umin": (250, 200, 100), "uinc_wrap": (3, 7, 6),
           "udec_wrap": (1, 7, 4), "and": (0x7f, 0x3d, 0x5b), "nand": (0x7f, 0x3d, 0x5b)}
OTHERS = (9, 5, 3)


class Case:
    def __init__(self, name, size):
        self.name, self.size, self.floating = name, size, name in FLOATING
        self.type = (FLOATS if self.floating else INTEGERS)[size]
        self.function = f"{name}_{size}"
        initial, operand, stored = (self.coded(number) for number in NUMBERS.get(name, OTHERS))
        self.bytes = [initial, operand, stored]
        self.outcomes = [self.run(initial, operand, stored, place) for place in range(3)]

    def coded(self, number):
        if self.floating:
            return struct.pack(FORMATS[self.size], float(number))
        return (number % (1 << 8 * self.size)).to_bytes(self.size, "little")

    def updated(self, old, operand):
        if self.floating:
            unpack = lambda data: struct.unpack(FORMATS[self.size], data)[0]  # noqa: E731
            return self.coded(FLOATING[self.name](unpack(old), unpack(operand)))
        numbers = (int.from_bytes(data, "little") for data in (old, operand))
        return self.coded(OPERATIONS[self.name](*numbers, 8 * self.size))

    def run(self, memory, operand, stored, place):
        """What the two updates read and what is left, if the store comes after `place` of them."""
        found = []
        for i in range(2):
            memory = stored if i == place else memory
            found.append(memory)
            memory = self.updated(memory, operand)
        return b"".join([*found, stored if place == 2 else memory])


def cases_of(table):
    rows = re.findall(r"^SLEAVE_RMW\((\w+)\)", table, re.MULTILINE)
    unknown = [name for name in rows if name not in OPERATIONS]
    loops = [name for name in [*OPERATIONS, *FLOATING] if name not in rows]
    cases = [Case(name, size) for name in rows if name not in unknown for size in INTEGERS]
    return cases, [Case(name, size) for name in loops for size in (FLOATS if name in FLOATING else INTEGERS)], unknown


def module_of(cases):
    """In LLVM's own language: C has no word for some of the operations."""
    lines = []
    for case in cases:
        kind, align = case.type, case.size
        lines += [f"define void @{case.function}(ptr %p, ptr %operand, ptr %old) {{",
                  f"  %v = load {kind}, ptr %operand, align 1", f"  %o = atomicrmw {case.name} ptr %p, {kind} %v seq_cst, align {align}",
                  f"  store {kind} %o, ptr %old, align 1", "  ret void", "}"]
        lines += [f"define void @store_{case.function}(ptr %p, ptr %value) {{", f"  %v = load i{8 * align}, ptr %value, align 1",
                  f"  store atomic i{8 * align} %v, ptr %p seq_cst, align {align}", "  ret void", "}"]
    return "\n".join([*lines, ""])


def braces(data):
    return "{" + ", ".join(map(str, data)) + "}"


def source_of(cases):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdlib.h>", "#include <string.h>", "typedef unsigned char Byte;",
             "static _Alignas(16) Byte word[16];", "static Byte left[48];", "static int flag;"]
    for case in cases:
        name, size = case.function, case.size
        initial, operand, stored = map(braces, case.bytes)
        lines += [f"void {name}(void*, const void*, void*);", f"void store_{name}(void*, const void*);",
                  f"static const Byte operand_{name}[16] = {operand}, stored_{name}[16] = {stored};",
                  f"static void* updates_{name}(void* unused) {{", "  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);", f"  {name}(word, operand_{name}, left);",
                  f"  {name}(word, operand_{name}, left + {size});", "  return unused;", "}",
                  f"static void* stores_{name}(void* unused) {{", f"  store_{name}(word, stored_{name});",
                  "  __atomic_load_n(&flag, __ATOMIC_SEQ_CST);", "  return unused;", "}",
                  f"static void run_{name}(void) {{", "  pthread_t updates, stores;",
                  f"  static const Byte initial[16] = {initial};", "  memcpy(word, initial, 16);",
                  f"  pthread_create(&updates, 0, updates_{name}, 0);", f"  pthread_create(&stores, 0, stores_{name}, 0);",
                  "  pthread_join(updates, 0);", "  pthread_join(stores, 0);", f"  memcpy(left + {2 * size}, word, {size});"]
        for place, outcome in enumerate(case.outcomes):
            lines += [f"  static const Byte outcome{place}[] = {braces(outcome)};",
                      f'  if (memcmp(left, outcome{place}, {3 * size}) == 0) assert(!"outcome {place}");']
        lines += ['  assert(!"outcome -1");', "}"]
    lines += ["int main(int count, char** words) {", "  switch (count < 2 ? -1 : atoi(words[1])) {"]
    lines += [f"    case {i}: run_{case.function}(); break;" for i, case in enumerate(cases)]
    return "\n".join([*lines, "  }", "  return 0;", "}", ""])


def outcomes_seen(folder):
    seen = set()
    for finding in folder.glob("*/findings/*/finding.json"):
        seen.update(int(number) for number in re.findall(r"outcome (-?\d+)", json.loads(finding.read_text())["message"]))
    return sorted(seen)


def build(call, folder, cases):
    module, source, program = folder / "updates.ll", folder / "main.c", folder / "updates"
    module.write_text(module_of(cases))
    source.write_text(source_of(cases))
    subprocess.run([call.bin / "sleave-cc", "-O1", "-g", "-w", "-mcx16", "-pthread", source, module, "-lm", "-o", program], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=lambda word: pathlib.Path(word).resolve(), required=True)
    parser.add_argument("--table", type=pathlib.Path, required=True)
    call = parser.parse_args()
    checks = check.Checks()
    rows, loops, unknown = cases_of(call.table.read_text())
    cases = [*rows, *loops]
    checks.equal(unknown, [], "rows of the table that this test does not know")
    checks.that(len(rows) > 50, "the table was read")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sleave = command.Sleave(call.bin / "sleave", folder)
        program = build(call, folder, cases)
        for i, case in enumerate(cases):
            words = f"{case.name}, {case.type}"
            checks.equal(len(set(case.outcomes)), 3, f"{words}: outcomes that differ")
            for strategy in ["dpor", "auto"] if case.size == 4 else ["dpor"]:
                out = f"{strategy}{i}"
                ended = sleave.run(program, f"--strategy={strategy}", "--keep-going", "--minimize=off", "--runs=400", "--time=0", out=out,
                                   arguments=[str(i)])
                checks.equal(outcomes_seen(folder / out), [0, 1, 2], f"{words}: outcomes by {strategy}", ended)
                if strategy == "dpor":
                    checks.that("The search is complete" in ended.output, f"{words}: the search is complete", ended)
                    checks.that(case in loops or ended.summary["runs"] == 4, f"{words}: four classes", ended)
    print(f"{len(cases)} updates")
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
