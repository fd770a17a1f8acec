#!/usr/bin/env python3
"""A solver that speaks SMT-LIB 2 and does not always answer what z3, which it asks, answers.

    lying_solver.py LIE SEED

LIE: none; unsat (says that nothing can hold, where something can), core (says unsat rightly, with too small a core), values (wrong ones),
partial (leaves some out), sat (where nothing can hold), garbage, hang (neither answers nor reads), die, endless (an answer without
an end). Which answers are lies depends on the seed: about half of them.
"""

import random
import re
import subprocess
import sys
import time


class Liar:
    def __init__(self, lie, seed):
        self.lie = lie
        self.random = random.Random(seed)
        self.z3 = subprocess.Popen(["z3", "-in"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.assumed = []
        self.lies_now = False

    def ask(self, line):
        self.z3.stdin.write(line)
        self.z3.stdin.flush()
        text = self.z3.stdout.readline()
        while text.count("(") > text.count(")"):
            text += self.z3.stdout.readline()
        return text

    def misbehave(self):
        if self.lie == "garbage":
            return self.random.choice(["(", ")", "((()\n", "satt\n", "(error \"no\")\n", "\0\xff\n", "unsat sat\n"])
        if self.lie == "hang":
            time.sleep(3600)
        if self.lie == "die":
            sys.exit(self.random.choice([0, 1]))
        while self.lie == "endless":
            sys.stdout.write("(" * 4096)
            sys.stdout.flush()
        return None

    def check(self, line):
        self.assumed = re.findall(r"t\d+", line)
        truth = self.ask(line)
        self.lies_now = self.random.random() < 0.5
        if not self.lies_now:
            return truth
        if self.lie in ("garbage", "hang", "die", "endless"):
            return self.misbehave()
        if self.lie == "unsat":
            return "unsat\n"
        return "sat\n" if self.lie == "sat" else truth

    def core(self, line):
        if self.lies_now and self.lie in ("unsat", "core"):
            few = self.random.sample(self.assumed, self.random.randint(1, len(self.assumed)))
            return f"({' '.join(few)})\n"
        return self.ask(line)

    def values(self, line):
        names = re.findall(r"in\d+", line)
        if self.lies_now and self.lie == "sat":
            return "(" + " ".join(f"({name} #x{self.random.randrange(256):02x})" for name in names) + ")\n"
        text = self.ask(line)
        if self.lies_now and self.lie == "values":
            return re.sub(r"#x..", lambda _: f"#x{self.random.randrange(256):02x}", text)
        if self.lies_now and self.lie == "partial":
            kept = [pair for pair in re.findall(r"\(in\d+ #x..\)", text) if self.random.random() < 0.5]
            return f"({' '.join(kept)})\n"
        return text

    def serve(self):
        answers = {"(check-sat-assuming": self.check, "(get-unsat-assumptions": self.core, "(get-value": self.values}
        for line in sys.stdin:
            answer = next((answers[word] for word in answers if line.startswith(word)), None)
            if answer is None:
                self.z3.stdin.write(line)
                continue
            sys.stdout.write(answer(line))
            sys.stdout.flush()


if __name__ == "__main__":
    Liar(sys.argv[1], sys.argv[2]).serve()
