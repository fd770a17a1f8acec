"""How much a test does. SLEAVE_TEST_SIZE=ci (default) fits into CI; full is what a release shows; nightly is the largest."""

import dataclasses
import os
import sys


@dataclasses.dataclass
class Size:
    present_seeds: int
    replays: int
    absent_seeds: int
    absent_runs: int
    plans: int
    racy_runs: int
    free_runs: int


SIZES = {
    "ci": Size(present_seeds=2, replays=10, absent_seeds=1, absent_runs=2_000, plans=20, racy_runs=400,
               free_runs=100),
    "full": Size(present_seeds=20, replays=100, absent_seeds=20, absent_runs=10_000, plans=100, racy_runs=1_000,
                 free_runs=1_000),
    "nightly": Size(present_seeds=20, replays=100, absent_seeds=20, absent_runs=10_000, plans=2_000,
                    racy_runs=1_000, free_runs=10_000),
}


def current():
    name = os.environ.get("SLEAVE_TEST_SIZE", "ci")
    if name not in SIZES:
        sys.exit(f"SLEAVE_TEST_SIZE={name}: not one of {', '.join(SIZES)}")
    return SIZES[name]
