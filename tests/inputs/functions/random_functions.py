"""Writes C programs of random functions over an input of 16 bytes, whose results are compared and printed.

    random_functions.py SEED FUNCTIONS > program.c

All integer types (char to __int128, and _BitInt of any width), all operators, casts, builtins, local arrays with computed indices, structs,
memcpy, calls (direct, through pointers, with many arguments), if, switch, loops, ternaries. Nothing in them is undefined with
-fwrapv: divisors are odd and positive, shifts are below the width, indices below the length.

A program is called as `program INPUT FUNCTION [RESULT]`: the bytes of the input in hexadecimal, the number of the function to be
called, and what it is known to return. It prints what it returns, and branches on whether that is what was said.
"""

import random
import sys

INPUT_BYTES = 16
FIXED = [(f"{'' if signed else 'u'}int{bits}_t", bits, signed) for bits in (8, 16, 32, 64) for signed in (False, True)] + [
    ("u128", 128, False), ("s128", 128, True)]

PRELUDE = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sleave/sleave.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

static unsigned char in[%d];

struct pair {
  uint16_t first;
  uint64_t second;
  int8_t third;
};
"""

MAIN = """\
static uint64_t (*volatile functions[])(void) = {%s};

static __attribute__((noinline)) int as_said(uint64_t result, uint64_t said) {
  if (result == said) return 1;
  return 0;
}

int main(int argc, char** argv) {
  for (int i = 0; i < %d; ++i) {
    const char digits[3] = {argv[1][2 * i], argv[1][2 * i + 1], 0};
    in[i] = (unsigned char)strtoul(digits, 0, 16);
  }
  sleave_symbolic(in, sizeof in, "in");
  const uint64_t result = functions[atoi(argv[2])]();
  printf("%%016llx\\n", (unsigned long long)result);
  const int right = as_said(result, argc > 3 ? strtoull(argv[3], 0, 16) : 0);
  return argc > 3 && !right;
}
"""


class Program:
    def __init__(self, seed, count):
        self.dice = random.Random(seed)
        self.count = count
        self.lines = []
        self.helpers = []  # (name, result type, parameter types)
        self.names = 0

    def text(self):
        self.lines = [PRELUDE % INPUT_BYTES]
        for _ in range(max(2, self.count // 5)):
            self.helper()
        for number in range(self.count):
            Function(self, f"f{number}", ("uint64_t", 64, False), [], linkage="static").write()
        names = ", ".join(f"f{number}" for number in range(self.count))
        self.lines.append(MAIN % (names, INPUT_BYTES))
        return "\n".join(self.lines)

    def helper(self):
        name = f"helper{len(self.helpers)}"
        result = self.any_type()
        parameters = [self.any_type() for _ in range(self.dice.choice([1, 2, 2, 3, 7]))]
        linkage = self.dice.choice(["static", "static __attribute__((noinline))", "__attribute__((noinline))"])
        Function(self, name, result, parameters, linkage).write()
        self.helpers.append((name, result, parameters))

    def any_type(self):
        if self.dice.random() < 0.25:
            signed = self.dice.random() < 0.5
            bits = self.dice.choice([self.dice.randint(2, 128), self.dice.randint(2, 33), 33, 65])
            return (f"{'signed' if signed else 'unsigned'} _BitInt({bits})", bits, signed)
        return self.dice.choice(FIXED)


class Function:
    def __init__(self, program, name, result, parameters, linkage):
        self.program = program
        self.dice = program.dice
        self.name = name
        self.result = result
        self.linkage = linkage
        self.variables = [(f"p{i}", kind) for i, kind in enumerate(parameters)]
        self.parameters = list(self.variables)
        self.arrays = []  # (name, element type, log2 of length)
        self.lines = []
        self.indent = 1
        self.loops = 0

    def write(self):
        parameters = ", ".join(f"{kind[0]} {name}" for name, kind in self.parameters) or "void"
        for _ in range(self.dice.randint(1, 3)):
            self.declare()
        if self.dice.random() < 0.4:
            self.declare_array()
        for _ in range(self.dice.randint(2, 6)):
            self.statement(2)
        value = self.expression(self.result, 2)
        for name, kind in self.variables[-3:]:
            value = f"({value} ^ ({self.result[0]}){name})"
        self.say(f"return ({self.result[0]}){value};")
        self.program.lines += [f"{self.linkage} {self.result[0]} {self.name}({parameters}) {{", *self.lines, "}", ""]

    def say(self, line):
        self.lines.append("  " * self.indent + line)

    def new_name(self, prefix):
        self.program.names += 1
        return f"{prefix}{self.program.names}"

    # Statements.

    def declare(self):
        kind = self.program.any_type()
        name = self.new_name("v")
        self.say(f"{kind[0]} {name} = {self.expression(kind, 3)};")
        self.variables.append((name, kind))

    def declare_array(self):
        kind = self.dice.choice(FIXED)
        length = self.dice.choice([1, 2, 3, 4])
        name = self.new_name("a")
        values = ", ".join(self.expression(kind, 1) for _ in range(1 << length))
        self.say(f"{kind[0]} {name}[{1 << length}] = {{{values}}};")
        self.arrays.append((name, kind, length))

    def index(self, length):
        if self.dice.random() < 0.6:
            return str(self.dice.randrange(1 << length))
        return f"(unsigned)({self.expression(self.program.any_type(), 1)}) & {(1 << length) - 1}u"

    def assign(self, depth):
        del depth
        if self.arrays and self.dice.random() < 0.3:
            name, kind, length = self.dice.choice(self.arrays)
            self.say(f"{name}[{self.index(length)}] = {self.expression(kind, 2)};")
        elif self.variables:
            name, kind = self.dice.choice(self.variables)
            operator = self.dice.choice(["=", "=", "+=", "-=", "*=", "&=", "|=", "^="])
            self.say(f"{name} {operator} {self.expression(kind, 3)};")
        else:
            self.declare()

    def nested(self, head, depth, statements=None):
        self.say(head + " {")
        self.indent += 1
        known = len(self.variables), len(self.arrays)
        for _ in range(statements or self.dice.randint(1, 2)):
            self.statement(depth - 1)
        del self.variables[known[0]:]
        del self.arrays[known[1]:]
        self.indent -= 1
        self.say("}")

    def branch(self, depth):
        self.nested(f"if ({self.condition(2)})", depth)
        if self.dice.random() < 0.5:
            self.nested("else", depth)

    def loop(self, depth):
        counter = self.new_name("i")
        bound = str(self.dice.randint(1, 5)) if self.dice.random() < 0.5 else f"(int)(({self.expression(FIXED[4], 1)}) & 3)"
        self.loops += 1
        self.nested(f"for (int {counter} = 0; {counter} < {bound}; ++{counter})", depth)
        self.loops -= 1

    def switch(self, depth):
        kind = self.dice.choice(FIXED[:8])
        self.say(f"switch (({kind[0]})(({self.expression(kind, 2)}) & 7)) {{")
        for value in self.dice.sample(range(8), self.dice.randint(1, 5)):
            self.nested(f"case {value}:", depth, 1)
            if self.dice.random() < 0.7:
                self.say("break;")
        if self.dice.random() < 0.5:
            self.nested("default:", depth, 1)
        self.say("}")

    def copied(self, depth):
        del depth
        pair = self.new_name("pair")
        other = self.new_name("pair")
        self.say(f"struct pair {pair} = {{{self.expression(FIXED[2], 1)}, {self.expression(FIXED[6], 1)}, "
                 f"{self.expression(FIXED[1], 1)}}};")
        self.say(f"struct pair {other} = {pair};")
        if self.dice.random() < 0.5:
            self.say(f"memcpy(&{other}.second, in + {self.dice.randrange(8)}, {self.dice.randint(1, 8)});")
        if self.dice.random() < 0.3:
            self.say(f"memset(&{other}.second, {self.expression(FIXED[0], 1)}, {self.dice.randint(1, 8)});")
        self.variables += [(f"{other}.first", FIXED[2]), (f"{other}.second", FIXED[6]), (f"{other}.third", FIXED[1])]

    def overflow(self, depth):
        del depth
        kind = self.dice.choice(FIXED[:8])
        name = self.new_name("o")
        self.say(f"{kind[0]} {name};")
        a, b = (self.expression(self.dice.choice([kind, kind, self.dice.choice(FIXED[:8])]), 1) for _ in range(2))
        call = f"__builtin_{self.dice.choice(['add', 'sub', 'mul'])}_overflow({a}, {b}, &{name})"
        self.say(f"if ({call}) {name} ^= ({kind[0]}){self.constant(kind)};")
        self.variables.append((name, kind))

    def statement(self, depth):
        choices = [self.assign, self.assign, self.copied, self.overflow]
        if depth > 0:
            choices += [self.branch, self.branch, self.switch]
            if self.loops == 0:
                choices.append(self.loop)
        self.dice.choice(choices)(depth)

    # Expressions: each of the given type.

    def constant(self, kind):
        bits = kind[1]
        value = self.dice.choice([0, 1, 2, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1, self.dice.getrandbits(bits),
                                  self.dice.randrange(256)]) & ((1 << bits) - 1)
        text = f"{value & 0xffffffffffffffff:#x}ull"
        return f"(({kind[0]})((u128){value >> 64:#x}ull << 64 | {text}))" if value >> 64 else f"(({kind[0]}){text})"

    def leaf(self, kind):
        chance = self.dice.random()
        if chance < 0.25 and self.variables:
            return f"({kind[0]}){self.dice.choice(self.variables)[0]}"
        if chance < 0.4 and self.arrays:
            name, _, length = self.dice.choice(self.arrays)
            return f"({kind[0]}){name}[{self.index(length) if self.dice.random() < 0.5 else self.dice.randrange(1 << length)}]"
        if chance < 0.6:
            return self.constant(kind)
        if chance < 0.8:
            return f"({kind[0]})in[{self.dice.randrange(INPUT_BYTES)}]"
        word, bytes_ = self.dice.choice([("uint16_t", 2), ("int32_t", 4), ("uint64_t", 8), ("u128", 16)])
        return f"({kind[0]})*(const {word} __attribute__((aligned(1)))*)(in + {self.dice.randint(0, INPUT_BYTES - bytes_)})"

    def condition(self, depth):
        kind = self.program.any_type()
        chance = self.dice.random()
        if depth > 0 and chance < 0.2:
            return f"({self.condition(depth - 1)}) {self.dice.choice(['&&', '||'])} ({self.condition(depth - 1)})"
        if depth > 0 and chance < 0.3:
            return f"!({self.condition(depth - 1)})"
        operator = self.dice.choice(["==", "!=", "<", "<=", ">", ">="])
        right = self.constant(kind) if self.dice.random() < 0.5 else self.expression(kind, depth - 1)
        return f"({kind[0]})({self.expression(kind, depth)}) {operator} {right}"

    def shift(self, kind, depth):
        amount = f"((unsigned)(uint8_t)({self.expression(FIXED[0], depth - 1)}) % {kind[1]}u)"
        if self.dice.random() < 0.5:
            amount = f"{self.dice.randrange(kind[1])}"
        return f"({kind[0]})({self.expression(kind, depth - 1)} {self.dice.choice(['<<', '>>'])} {amount})"

    def divide(self, kind, depth):
        mask = (1 << (kind[1] - 1)) - 1 if kind[2] else (1 << kind[1]) - 1
        word = f"(({kind[0]})((u128){mask >> 64:#x}ull << 64 | {mask & 0xffffffffffffffff:#x}ull))"
        divisor = f"({kind[0]})(({self.expression(kind, depth - 1)} & {word}) | ({kind[0]})1)"
        return f"({kind[0]})({self.expression(kind, depth - 1)} {self.dice.choice(['/', '%'])} {divisor})"

    def builtin(self, kind, depth):
        bits = self.dice.choice([8, 16, 32, 64])
        word = (f"uint{bits}_t", bits, False)
        value = self.expression(word, depth - 1)
        calls = [f"__builtin_popcountll({value})", f"__builtin_bitreverse{bits}({value})", f"__builtin_clzll({value} | 1ull)",
                 f"__builtin_ctzll({value} | 1ull)", f"__builtin_rotateleft{bits}({value}, {self.expression(word, depth - 1)})",
                 f"__builtin_rotateright{bits}({value}, 3)", f"__builtin_elementwise_add_sat({value}, {self.expression(word, depth - 1)})",
                 f"__builtin_elementwise_sub_sat({value}, {self.expression(word, depth - 1)})",
                 f"__builtin_elementwise_max({value}, {self.expression(word, depth - 1)})",
                 f"__builtin_elementwise_min({value}, {self.expression(word, depth - 1)})",
                 f"__builtin_llabs((int64_t)({value}))"]
        if bits > 8:
            calls.append(f"__builtin_bswap{bits}({value})")
        return f"({kind[0]}){self.dice.choice(calls)}"

    def call(self, kind, depth):
        name, _, parameters = self.dice.choice(self.program.helpers)
        arguments = ", ".join(self.expression(parameter, depth - 1) for parameter in parameters)
        return f"({kind[0]}){name}({arguments})"

    def expression(self, kind, depth):
        if depth <= 0:
            return f"({self.leaf(kind)})"
        chance = self.dice.random()
        if chance < 0.45:
            operator = self.dice.choice(["+", "-", "*", "&", "|", "^", "+", "-", "^"])
            text = f"({kind[0]})({self.expression(kind, depth - 1)} {operator} {self.expression(kind, depth - 1)})"
        elif chance < 0.57:
            text = self.shift(kind, depth)
        elif chance < 0.63:
            text = self.divide(kind, depth)
        elif chance < 0.70:
            text = f"({kind[0]})({self.dice.choice(['-', '~'])}{self.expression(kind, depth - 1)})"
        elif chance < 0.78:
            text = f"({kind[0]})({self.condition(depth - 1)} ? {self.expression(kind, depth - 1)} : {self.expression(kind, depth - 1)})"
        elif chance < 0.86:
            text = self.builtin(kind, depth)
        elif chance < 0.91 and self.program.helpers:
            text = self.call(kind, depth)
        else:
            text = f"({kind[0]}){self.expression(self.program.any_type(), depth - 1)}"
        return f"({text})"


if __name__ == "__main__":
    print(Program(int(sys.argv[1]), int(sys.argv[2])).text())
