"""Writes a C program of random atomic operations: every size, order, operation and both ways to write them."""

import random

INTEGERS = ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "__int128",
            "unsigned __int128"]
FRACTIONS = ["float", "double"]
LOAD_ORDERS = ["RELAXED", "CONSUME", "ACQUIRE", "SEQ_CST"]
STORE_ORDERS = ["RELAXED", "RELEASE", "SEQ_CST"]
ALL_ORDERS = ["RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"]
FENCE_ORDERS = ["ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"]
INTEGER_UPDATES = ["add", "sub", "and", "or", "xor", "nand", "max", "min"]
FRACTION_UPDATES = ["add", "sub"]

PROLOGUE = """\
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t digest = 14695981039346656037u;

/* Only bytes that carry the value take part: padding is nobody's promise. */
static void show(int step, const void* value, size_t size) {
  const unsigned char* bytes = value;
  for (size_t i = 0; i < size; ++i) digest = (digest ^ bytes[i]) * 1099511628211u;
  printf("%d %016llx\\n", step, (unsigned long long)digest);
}
"""


class Program:
    def __init__(self, seed, steps):
        self.random = random.Random(seed)
        self.variables = []
        for kind in INTEGERS + FRACTIONS:
            for qualifier in ("", "volatile "):
                self.variables.append((f"v{len(self.variables)}", kind, qualifier))
        self.body = [self.step(number) for number in range(steps)]

    def order(self, orders):
        return "__ATOMIC_" + self.random.choice(orders)

    def value(self, kind):
        if kind in FRACTIONS:
            return f"({kind}){self.random.randint(-64, 64)} / 8"
        high, low = self.random.getrandbits(64), self.random.choice([0, 1, 2**63, self.random.getrandbits(64)])
        return f"({kind})(((unsigned __int128){high}u << 64) | {low}u)"

    def load(self, name, kind):
        return f"{kind} r = __atomic_load_n(&{name}, {self.order(LOAD_ORDERS)});"

    def load_fraction(self, name, kind):
        return f"{kind} r; __atomic_load(&{name}, &r, {self.order(LOAD_ORDERS)});"

    def store(self, name, kind):
        return f"{kind} r = {self.value(kind)}; __atomic_store(&{name}, &r, {self.order(STORE_ORDERS)});"

    def exchange(self, name, kind):
        return f"{kind} n = {self.value(kind)}, r; __atomic_exchange(&{name}, &n, &r, {self.order(ALL_ORDERS)});"

    def update(self, name, kind):
        operation = self.random.choice(FRACTION_UPDATES if kind in FRACTIONS else INTEGER_UPDATES)
        form = self.random.choice(["__atomic_fetch_{}", "__atomic_{}_fetch"]).format(operation)
        return f"{kind} r = {form}(&{name}, {self.value(kind)}, {self.order(ALL_ORDERS)});"

    def compare_exchange(self, name, kind):
        matches = self.random.random() < 0.6
        expected = f"*({kind}*)&{name}" if matches else self.value(kind)
        weak = self.random.choice(["0", "1", "weak"])
        success, failure = self.order(ALL_ORDERS), self.order(LOAD_ORDERS)
        return (f"{kind} e = {expected}, n = {self.value(kind)}; "
                f"{kind} r = __atomic_compare_exchange(&{name}, &e, &n, {weak}, {success}, {failure}) ? n : e;")

    def step(self, number):
        if self.random.random() < 0.05:
            kind = self.random.choice(["thread", "signal"])
            return f"__atomic_{kind}_fence({self.order(FENCE_ORDERS)});"
        name, kind, _ = self.random.choice(self.variables)
        load = self.load_fraction if kind in FRACTIONS else self.load
        form = self.random.choice([load, self.store, self.exchange, self.update, self.update, self.compare_exchange])
        text = form(name, kind)
        return f"{{ {text} show({number}, &r, sizeof(r)); show({number}, (void*)&{name}, sizeof({name})); }}"

    def text(self):
        declarations = "".join(f"static {qualifier}{kind} {name} __attribute__((aligned(16)));\n"
                               for name, kind, qualifier in self.variables)
        body = "\n".join("  " + line for line in self.body)
        return (f"{PROLOGUE}\n{declarations}\nint main(int argc, char** argv) {{\n"
                f"  (void)argv;\n  int weak = argc > 1;\n  (void)weak;\n{body}\n  return 0;\n}}\n")
