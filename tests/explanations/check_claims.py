"""Explanations against fresh runs: where a report says "It fails whenever", every run in which that is so must fail.

    check_claims.py BUILD [--random=N] [--programs=NAME,...|all] [--joint=NAME,...|all] [--runs=N] [--jobs=N]

Findings are those of random programs (random_program.cc), of tests/bugs/present and of bench/joint. For each that is explained,
fresh runs of other seeds are listed by list_runs, which knows nothing of explanations, and the sentences are looked for in
their events (sentences.py). The same for `needs`: without that choice no run may fail.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import command, heading, size  # noqa: E402
import sentences  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1]
CLAIM = "It fails whenever"
OPTION_OF = {"wake-up of another waiter than the first": "wake", "early time-out": "timeout", "spurious wake-up": "spurious",
             "spurious failure of a weak operation": "weak", "reuse of a freed address": "reuse",
             "sleep that ends before other threads make progress": "sleep", "timer that fires before other threads make progress": "timer",
             "failed allocation": "alloc", "short read or write": "short"}


def random_thread(draw, variables):
    """Operations of random_program.cc; a lock is never left out, nor held at the end."""
    operations, held = [], None
    for _ in range(draw.randint(1, 5)):
        if held is None and draw.random() < 0.2:
            held = draw.randint(0, 1)
            operations.append(f"m{held}")
        kind = draw.choice("llsacc" if any(one[0] == "l" for one in operations) else "lls")
        if operations and operations[-1][0] == "l" and draw.random() < 0.25:
            operations.append(f"i{draw.randint(0, 2)}")
        operations.append(kind + str(draw.randrange(variables)) + (str(draw.randint(1, 3)) if kind in "sa" else ""))
        if held is not None and draw.random() < 0.5:
            operations.append(f"u{held}")
            held = None
    return operations + ([f"u{held}"] if held is not None else [])


def simulate(threads, draw):
    """Values of the variables, and of each thread's registers, after a random interleaving."""
    variables, locked = [0] * 4, set()
    registers, places, leave_out = [[] for _ in threads], [0] * len(threads), [False] * len(threads)
    while True:
        able = [i for i, code in enumerate(threads) if places[i] < len(code)
                and not (code[places[i]][0] == "m" and code[places[i]][1] in locked)]
        if not able:
            return variables, registers
        i = draw.choice(able)
        kind, which, number = threads[i][places[i]][0], threads[i][places[i]][1], threads[i][places[i]][2:]
        places[i] += 1
        skipped, leave_out[i] = leave_out[i], False
        last = registers[i][-1] if registers[i] else 0
        if skipped:
            continue
        if kind == "l":
            registers[i].append(variables[int(which)])
        elif kind in "sc":
            variables[int(which)] = int(number) if kind == "s" else last + 1
        elif kind == "a":
            variables[int(which)] += int(number)
        elif kind == "m":
            locked.add(which)
        elif kind == "u":
            locked.discard(which)
        else:
            leave_out[i] = last != int(which)


def comes_true(terms, odd, state):
    variables, registers = state
    held = 0
    for place, which, value in terms:
        row = variables if place == "v" else registers[int(place)] + [0] * 16
        held += row[int(which)] == int(value)
    return held % 2 == 1 if odd else held == len(terms)


def random_code(seed):
    """A program for random_program.cc whose condition comes true in some interleavings and not in others."""
    draw = random.Random(seed)
    while True:
        variables = draw.randint(1, 3)
        threads = [random_thread(draw, variables) for _ in range(draw.randint(2, 4))]
        seen, registers = simulate(threads, draw)
        places = [f"v{i}{value}" for i, value in enumerate(seen[:variables])]
        places += [f"{i}{j}{value}" for i, row in enumerate(registers) for j, value in enumerate(row)]
        places = [term for term in places if len(term) == 3]
        odd = draw.random() < 0.3
        terms = draw.sample(places, min(len(places), draw.randint(1, 3)))
        often = sum(comes_true(terms, odd, simulate(threads, draw)) for _ in range(200))
        if 2 <= often <= 190:
            return "/".join(["".join(code) for code in threads] + [("^" if odd else "") + ",".join(terms)])


class Subject:
    """A program to be explained."""

    def __init__(self, name, program, options=(), arguments=()):
        self.name, self.program, self.options, self.arguments = name, program, options, arguments


def subjects(call):
    for seed in range(1, call.random + 1):
        yield Subject(f"random {seed}", call.build / "tests" / "explanations" / "random_program", ("--runs=300",), (random_code(seed),))
    for folder, sources, chosen in (("tests/bugs/present", "tests/bugs/present", call.programs), ("tests/joint", "bench/joint", call.joint)):
        known = {path.stem: path for path in sorted((SOURCES / sources).glob("*.c*"))}
        for name in known if chosen == "all" else filter(None, chosen.split(",")):
            program = call.build / folder / name
            if program.exists():
                yield Subject(name, program, tuple(heading.read(known[name]).options))


def fresh_runs(call, folder, seed, choices="default"):
    done = subprocess.run([call.build / "tests" / "explanations" / "list_runs", folder / "replay.sleave", str(call.runs), str(seed), f"--choices={choices}"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
    return [json.loads(line) for line in done.stdout.splitlines()] if done.returncode == 0 else None


def check_claim(finding, runs):
    """(verdict, runs in which it held, those of them that did not fail)"""
    pairs = [sentences.orders(sentence) for sentence in finding["cause"]["orderings"]]
    if None in pairs:
        return "not understood", 0, 0
    every = [pair for several in pairs for pair in several]
    held = wrong = 0
    try:
        for run in runs:
            failed = finding["signature"] in run["signatures"]
            if not (failed or run["ended"]) or any(need not in run["choices"] for need in finding["needs"]):
                continue
            # A run that failed may have ended before what was to come: it says nothing against the claim.
            if not sentences.holds(every, run["events"]):
                continue
            held += 1
            wrong += not failed
    except sentences.Ambiguous:
        return "ambiguous", 0, 0
    return "wrong" if wrong else "never held" if held == 0 else "right", held, wrong


def check(call, subject):
    with tempfile.TemporaryDirectory() as place:
        sleave = command.Sleave(call.build / "bin" / "sleave", place)
        ended = sleave.run(subject.program, *subject.options, "--seed=1", f"--time={call.time}", arguments=subject.arguments)
        folder = sleave.finding_folder(subject.program)
        if ended.code != command.FINDING or not (folder / "finding.json").exists():
            return subject, {"found": False}
        finding = json.loads((folder / "finding.json").read_text())
        result = {"found": True, "explained": finding["cause"]["tried"], "needs": {}}
        report = sleave.call("show", folder).output
        result["claims"] = CLAIM in report
        if result["claims"] and finding["cause"]["orderings"]:
            runs = fresh_runs(call, folder, 977)
            result["verdict"], result["held"], result["wrong"] = check_claim(finding, runs) if runs else ("no runs", 0, 0)
        elif finding["cause"]["tried"] and not finding["cause"]["orderings"] and finding["cause"]["runs"] == finding["cause"]["failed"] and not finding["needs"]:
            runs = fresh_runs(call, folder, 977) or []
            failed = sum(finding["signature"] in run["signatures"] for run in runs)
            ended_well = sum(run["ended"] and finding["signature"] not in run["signatures"] for run in runs)
            result["always"] = (failed, ended_well)
        for need in finding["needs"]:
            runs = fresh_runs(call, folder, 978, f"default,-{OPTION_OF[need]}") or []
            result["needs"][need] = sum(finding["signature"] in run["signatures"] for run in runs)
        result["sentences"] = finding["cause"].get("orderings")
        return subject, result


def parse():
    small = size.is_short()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--random", type=int, default=26 if small else 200)
    parser.add_argument("--programs", default="lost_update,race_counter" if small else "all")
    parser.add_argument("--joint", default="" if small else "all")
    parser.add_argument("--runs", type=int, default=600 if small else 2000)
    parser.add_argument("--time", default="20s")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    call = parser.parse_args()
    call.build = call.build.resolve()
    return call


def main():
    call = parse()
    tally = collections.Counter()
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(call.jobs) as pool:
        for subject, result in pool.map(lambda one: check(call, one), subjects(call)):
            tally["programs"] += 1
            for word in ("found", "explained", "claims"):
                tally[word] += bool(result.get(word))
            if "verdict" in result:
                tally["whenever: " + result["verdict"]] += 1
                tally["runs in which a claim held"] += result["held"]
            if "always" in result:
                tally["in whatever order"] += 1
            needless = [need for need, failed in result.get("needs", {}).items() if failed]
            tally["needs checked"] += len(result.get("needs", {}))
            bad = result.get("verdict") == "wrong" or result.get("always", (0, 0))[1] != 0 or needless
            if bad:
                wrong.append(subject.name)
            if bad or call.verbose:
                print(f"{'WRONG ' if bad else ''}{subject.name} {' '.join(subject.arguments)}: {json.dumps(result)}", flush=True)
    for word, count in tally.items():
        print(f"{count:6} {word}")
    print(f"{len(wrong):6} explanations contradicted by {call.runs} fresh runs each" + (f": {', '.join(wrong)}" if wrong else ""))
    checked = tally["whenever: right"] + tally["in whatever order"]
    if checked == 0:
        print("FAILED: nothing was checked")
    return 1 if wrong or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
