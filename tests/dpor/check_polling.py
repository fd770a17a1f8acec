#!/usr/bin/env python3
"""Random programs that poll under locks (polling_programs.py), searched to the end, against all interleavings (random_outcomes.py).

    check_polling.py --bin=BIN [--first=SEED --programs=N --model=c++20]
"""

import sys

import polling_programs
import random_outcomes

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(polling_programs, runs=4000, compared=0.75, full=1000).main(__doc__))
