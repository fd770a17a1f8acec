#!/usr/bin/env python3
"""What weak memory costs: processor time of a sampled run under each memory model, as medians of interleaved rounds.

    models.py BUILD [--runs=N] [--rounds=N]
"""

import argparse
import pathlib
import resource
import statistics
import subprocess
import tempfile

PROGRAMS = ("weak/structures/bounded_queue", "weak/structures/mcs_lock", "weak/structures/stack", "weak/measured/linked_queue_repaired",
            "weak/measured/bounded_queue_repaired")
MODELS = ("sc", "c++20")


def processor_time(sleave, program, model, runs, folder):
    """Of `runs` runs, in microseconds each; the start is left out by the caller."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sleave, "run", "--strategy=sample", f"--model={model}", f"--runs={runs}", "--jobs=1", "--minimize=off", program],
                   cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    build = options.build.resolve()
    print("| program | " + " | ".join(f"{model}, us a run" for model in MODELS) + " | c++20 / sc |")
    print("| --- |" + " --- |" * (len(MODELS) + 1))
    with tempfile.TemporaryDirectory() as folder:
        for name in PROGRAMS:
            times = {model: [] for model in MODELS}
            for _ in range(options.rounds):
                for model in MODELS:
                    start, all_runs = (processor_time(build / "bin/sleave", build / "tests" / name, model, count, folder)
                                       for count in (10, options.runs + 10))
                    times[model].append(1e6 * (all_runs - start) / options.runs)
            medians = [statistics.median(times[model]) for model in MODELS]
            print(f"| {pathlib.Path(name).name} | " + " | ".join(f"{median:.1f}" for median in medians) + f" | {medians[1] / medians[0]:.2f} |",
                  flush=True)


if __name__ == "__main__":
    main()
