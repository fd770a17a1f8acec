// The tracer's second driver (tests/interference): an assertion ends the program in some orders, and what other threads
// would have done then has to be seen in others.
//
// RACES: 6, in tracer.h 16 and 17, 17 twice (used), 18 twice, 18 and 26 (level), 26 twice, 26 and the assertion (lines)
// RUNS: 60, an eighth of dpor's
// HIDDEN FROM DPOR: level at 18 and 26, lines at 26 and in the assertion. Every order of them has another race at the
// same bytes before it, and only the first one at a byte is what a run is sure to show.
#include "../../interference/programs/tracer_two.c"
