// The tracer's second driver (tests/interference): an assertion ends the program in some orders, and what other threads
// would have done then has to be seen in others.
//
// RACES: 6, in tracer.h 16 and 17, 17 twice (used), 18 twice, 18 and 26 (level), 26 twice, 26 and the assertion (lines)
// RUNS: 60, where dpor needs thousands
#include "../../interference/programs/tracer_two.c"
