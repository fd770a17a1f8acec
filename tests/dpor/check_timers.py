#!/usr/bin/env python3
"""Random programs with timers (timer_programs.py), searched to the end, against all interleavings (random_outcomes.py).
The search also says that it is bounded where timers could fire more often.

    check_timers.py --bin=BIN [--first=SEED --programs=N]
"""

import sys

import random_outcomes
import timer_programs

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(timer_programs, runs=2000, compared=0.7, full=1000).main(__doc__))
