#!/usr/bin/env python3
"""Random programs that send and take signals (signal_programs.py), searched to the end, against all interleavings (random_outcomes.py).

    check_signals.py --bin=BIN [--first=SEED --programs=N]
"""

import sys

import random_outcomes
import signal_programs

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(signal_programs, runs=4000, compared=0.75, full=2000).main(__doc__))
