#!/usr/bin/env python3
"""Random programs that cancel threads (cancel_programs.py), searched to the end, against all interleavings (random_outcomes.py).

    check_cancels.py --bin=BIN [--first=SEED --programs=N]
"""

import sys

import random_outcomes
import cancel_programs

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(cancel_programs, runs=4000, compared=0.75, full=1000).main(__doc__))
