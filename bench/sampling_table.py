"""Rows of the table that bench/sampling.py prints: means, how sure they are, and whether `sample` keeps its promise.

Means over 20 seeds are noisy: a number of runs to a first failure is spread about as widely as it is large, so the quotient of
two such means may be off by a factor of 1.8 either way. The interval says how far: 95 of 100 resamplings of the seeds (bootstrap)
give a quotient inside. `sample` promises at most twice the runs of the best single strategy: the plain rule compares the means;
a program is a certain miss when the whole interval lies above.
"""

import dataclasses
import random
import statistics

PROMISED = 2
RESAMPLINGS = 2_000


@dataclasses.dataclass
class Cell:
    firsts: list  # by seed: the first run that failed, 0 if none did
    cap: int

    @property
    def runs(self):
        return [first or self.cap for first in self.firsts]

    @property
    def mean(self):
        return statistics.mean(self.runs)

    @property
    def found(self):
        return sum(first != 0 for first in self.firsts)

    def __str__(self):
        return f"{self.mean:.1f}" + ("" if self.found == len(self.firsts) else f" ({self.found})")


@dataclasses.dataclass
class Row:
    name: str
    cells: dict  # by strategy

    @property
    def best(self):
        singles = {strategy: cell.mean for strategy, cell in self.cells.items() if strategy != "sample"}
        return min(singles, key=singles.get) if singles and "sample" in self.cells else None

    @property
    def ratio(self):
        return self.cells["sample"].mean / self.cells[self.best].mean

    @property
    def interval(self):
        """Of the ratio, 95 in a hundred."""
        draw = random.Random(1)
        sample, best = self.cells["sample"].runs, self.cells[self.best].runs
        ratios = sorted(sum(draw.choices(sample, k=len(sample))) * len(best) / (sum(draw.choices(best, k=len(best))) * len(sample))
                        for _ in range(RESAMPLINGS))
        return ratios[RESAMPLINGS // 40], ratios[-RESAMPLINGS // 40 - 1]

    @property
    def texts(self):
        cap = min(cell.cap for cell in self.cells.values())
        seeds = max(len(cell.firsts) for cell in self.cells.values())
        judged = ["", ""] if self.best is None else [f"{self.ratio:.2f}", "{:.2f} to {:.2f}".format(*self.interval)]
        return [self.name, f"{seeds}", f"{cap}", *map(str, self.cells.values()), *judged]


def heading(strategies):
    return ["program", "seeds", "at most", *("pct-3" if each == "pct" else each for each in strategies), "sample / best", "interval"]


def verdict(rows):
    """One line: how many programs keep the promise."""
    judged = [row for row in rows if row.best is not None]
    over = [row for row in judged if row.ratio > PROMISED]
    certain = [row.name for row in over if row.interval[0] > PROMISED]
    text = f"{len(judged)} programs; sample / best is over {PROMISED} on {len(over)}"
    if over:
        text += ": " + ", ".join(row.name for row in over) + f"; beyond the interval on {len(certain)}"
    return text + (": " + ", ".join(certain) if certain else "")
