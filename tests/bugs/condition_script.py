"""The exact condition of an explanation (`condition_script` in finding.json, SMT-LIB 2) as a function of input bytes.

Sleave writes only straight lines: declarations of bytes, definitions without parameters, assertions. Each definition becomes an assignment
of Python; a word is a number that is not negative, a truth is a bool.
"""

import re

TOKEN = re.compile(r"[()]|[^\s()]+")
TAKEN = re.compile(r"^; the first (\d+) assertions", re.MULTILINE)
COMMENT = re.compile(r"^; (\w+) is (.+)\[(\d+)\]$", re.MULTILINE)


def parsed(text):
    """Lists of lists of words."""
    stack = [[]]
    for token in TOKEN.findall(re.sub(r"^;.*$", "", text, flags=re.MULTILINE)):
        if token == "(":
            stack.append([])
        elif token == ")":
            whole = stack.pop()
            stack[-1].append(whole)
        else:
            stack[-1].append(token)
    return stack[0]


def signed(value, width):
    return value - (1 << width) if value >> (width - 1) else value


def divided(a, b, width):
    """Towards zero; by zero all ones, or one for a negative number, as SMT-LIB has it."""
    a, b = signed(a, width), signed(b, width)
    if b == 0:
        return (1 if a < 0 else -1) % (1 << width)
    return (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)) % (1 << width)


def remainder(a, b, width):
    """With the sign of `a`."""
    a, b = signed(a, width), signed(b, width)
    return (a if b == 0 else abs(a) % abs(b) * (-1 if a < 0 else 1)) % (1 << width)


WORDS = {  # of a, b, their width w and the mask m
    "bvadd": "({a} + {b}) & {m}", "bvsub": "({a} - {b}) & {m}", "bvmul": "({a} * {b}) & {m}",
    "bvand": "{a} & {b}", "bvor": "{a} | {b}", "bvxor": "{a} ^ {b}",
    "bvshl": "({a} << {b}) & {m} if {b} < {w} else 0", "bvlshr": "{a} >> {b} if {b} < {w} else 0",
    "bvashr": "(signed({a}, {w}) >> min({b}, {w})) & {m}",
    "bvudiv": "{a} // {b} if {b} else {m}", "bvurem": "{a} % {b} if {b} else {a}",
    "bvsdiv": "divided({a}, {b}, {w})", "bvsrem": "remainder({a}, {b}, {w})",
}
TRUTHS = {"=": "{a} == {b}", "bvult": "{a} < {b}", "bvslt": "signed({a}, {w}) < signed({b}, {w})",
          "and": "{a} and {b}", "or": "{a} or {b}", "xor": "{a} != {b}"}


class Script:
    """Compiled once; `asked(inputs)` with the bytes of each input by its name."""

    def __init__(self, text):
        self.bytes = {variable: (name, int(place)) for variable, name, place in COMMENT.findall(text)}
        self.widths = {variable: 8 for variable in self.bytes}  # of what is defined; 0: a truth
        self.used = []
        lines, asserted = [], []
        for statement in parsed(text):
            if statement[0] == "declare-const":
                self.used.append(statement[1])
            elif statement[0] == "define-fun":
                code, width = self.term(statement[4])
                self.widths[statement[1]] = width
                lines.append(f"  {statement[1]} = {code}")
            elif statement[0] == "assert":
                asserted.append(self.term(statement[1])[0])
        head = "".join(f", {name}" for name in self.used)
        taken = int(TAKEN.search(text)[1])
        both = [" and ".join(f"bool({it})" for it in part) or "True" for part in (asserted[:taken], asserted[taken:])]
        source = f"def condition(_{head}):\n" + "\n".join(lines) + f"\n  return {both[0]}, {both[1]}\n"
        scope = {"signed": signed, "divided": divided, "remainder": remainder}
        exec(compile(source, "condition_script", "exec"), scope)  # pylint: disable=exec-used
        self.condition = scope["condition"]

    def term(self, term):
        """Its code and its width."""
        if isinstance(term, str):
            if term.startswith("#b"):
                return str(int(term[2:], 2)), len(term) - 2
            return ({"true": "True", "false": "False"}.get(term, term)), self.widths.get(term, 0)
        if isinstance(term[0], list):
            return self.indexed(term)
        name, operands = term[0], [self.term(part) for part in term[1:]]
        if name == "ite":
            return f"({operands[1][0]} if {operands[0][0]} else {operands[2][0]})", operands[1][1]
        if name == "not":
            return f"(not {operands[0][0]})", 0
        (a, width), (b, low) = operands[0], operands[1] if len(operands) > 1 else ("", 0)
        if name == "concat":
            return f"({a} << {low} | {b})", width + low
        mask = (1 << width) - 1
        if name == "bvnot":
            return f"({a} ^ {mask})", width
        if name in TRUTHS:
            return "(" + TRUTHS[name].format(a=a, b=b, w=width) + ")", 0
        return "(" + WORDS[name].format(a=a, b=b, w=width, m=mask) + ")", width

    def indexed(self, term):
        """((_ extract 7 0) x), ((_ sign_extend 8) x), ((_ zero_extend 8) x)"""
        (_, name, *numbers), (code, width) = term[0], self.term(term[1])
        if name == "extract":
            high, low = map(int, numbers)
            return f"({code} >> {low} & {(1 << (high - low + 1)) - 1})", high - low + 1
        wide = width + int(numbers[0])
        return (f"(signed({code}, {width}) & {(1 << wide) - 1})" if name == "sign_extend" else code), wide

    def asked(self, inputs):
        """Whether they can be, and whether they fulfil it."""
        return self.condition(None, *(inputs[name][place] if place < len(inputs[name]) else 0
                                      for name, place in (self.bytes[variable] for variable in self.used)))
