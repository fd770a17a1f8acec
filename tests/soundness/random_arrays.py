"""Random functions of one input byte that write and read arrays at places that depend on it, as text in C++."""

import random

ELEMENTS = ("signed char", "unsigned short", "int", "long")


class Function:
    """A function `unsigned NAME(unsigned char at)`, whose result is below 8."""

    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.name = name
        self.arrays = []  # name, number of elements
        self.lines = []
        for number in range(self.random.randint(1, 3)):
            self.declare(number)
        for _ in range(self.random.randint(4, 10)):
            self.lines.append("  " + self.statement())
        for array, where, _ in self.arrays:
            if where == "heap":
                self.lines.append(f"  std::free({array});")

    def declare(self, number):
        size, element = self.random.choice([4, 7, 8, 16]), self.random.choice(ELEMENTS)
        where = self.random.choice(["heap", "local", "static"])
        array = f"{self.name}_{number}" if where == "static" else f"array{number}"
        if where == "heap":
            self.lines.append(f"  auto* {array} = static_cast<{element}*>(std::calloc({size}, sizeof({element})));")
        else:
            self.lines.append(f"  {'static ' if where == 'static' else ''}{element} {array}[{size}]; std::memset({array}, 0, sizeof {array});")
        self.arrays.append((array, where, size))

    def number(self):
        return self.random.choice(["at", "sum", "(at >> 3)", "(sum ^ at)", str(self.random.randrange(16)), self.place()])

    def place(self):
        array, _, size = self.random.choice(self.arrays)
        index = self.random.choice(["at", "(at >> 2)", "sum", "(at + 3u)", str(self.random.randrange(size))])
        return f"{array}[({index}) % {size}u]"

    def statement(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return f"{self.place()} = {self.number()};"
        if kind == 1:
            return f"{self.place()} += {self.number()};"
        if kind == 2:
            array, _, size = self.random.choice(self.arrays)
            return f"for (unsigned i = 0; i < {size}u; ++i) {array}[i] = i * {self.random.randrange(1, 9)}u + {self.number()};"
        if kind == 3:
            return f"if ({self.place()} {self.random.choice(['<', '==', '>'])} {self.number()}) {self.place()} = {self.number()};"
        return f"sum = (sum * 5u + {self.place()}) & 255u;"

    def text(self):
        return "\n".join([f"static unsigned {self.name}(unsigned char at) {{", "  unsigned sum = 1;", *self.lines, "  return sum & 7u;", "}"])
