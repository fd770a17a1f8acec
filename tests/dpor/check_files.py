#!/usr/bin/env python3
"""Random programs whose threads use the same files (file_programs.py), searched to the end, against all interleavings (random_outcomes.py).

    check_files.py --bin=BIN [--first=SEED --programs=N]
"""

import sys

import random_outcomes
import file_programs

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(file_programs, runs=6000, compared=0.75, full=1000, files="overlay").main(__doc__))
