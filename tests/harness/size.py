"""How much a test does. SLEAVE_TEST_SIZE=ci (default) fits into CI; full is what a release shows; nightly is the largest."""

import dataclasses
import os
import sys


@dataclasses.dataclass
class Size:
    present_seeds: int
    replays: int
    waiting_replays: int  # of a finding that is made by waiting for --hang-time
    absent_seeds: int
    absent_runs: int
    plans: int
    waiting_plans: int  # the same of a program that is run to wait
    racy_runs: int
    free_runs: int
    killed_campaigns: int


SIZES = {
    "ci": Size(present_seeds=2, replays=10, waiting_replays=2, absent_seeds=1, absent_runs=1_000, plans=10, waiting_plans=3,
               racy_runs=400, free_runs=100, killed_campaigns=3),
    "full": Size(present_seeds=20, replays=100, waiting_replays=100, absent_seeds=20, absent_runs=10_000,
                 plans=100, waiting_plans=100, racy_runs=1_000, free_runs=1_000, killed_campaigns=100),
    "nightly": Size(present_seeds=20, replays=100, waiting_replays=100, absent_seeds=20, absent_runs=10_000,
                    plans=2_000, waiting_plans=100, racy_runs=1_000, free_runs=10_000, killed_campaigns=100),
}


def current():
    name = os.environ.get("SLEAVE_TEST_SIZE", "ci")
    if name not in SIZES:
        sys.exit(f"SLEAVE_TEST_SIZE={name}: not one of {', '.join(SIZES)}")
    return SIZES[name]


def is_short():
    """The size that fits into CI."""
    return current() is SIZES["ci"]
