#!/usr/bin/env python3
"""Random programs with short reads and writes (stream_programs.py), searched to the end, against all interleavings (random_outcomes.py).

What a thread passes on after a transfer that depends on how short another's was is a gap of the search; such programs, one in a hundred, are passed over.

    check_streams.py --bin=BIN [--first=SEED --programs=N]
"""

import sys

import random_outcomes
import stream_programs

if __name__ == "__main__":
    sys.exit(random_outcomes.Comparison(stream_programs, runs=4000, compared=0.9, full=1000, options=["--choices=+short"],
                                        allowed_gap="a thread behaved differently").main(__doc__))
