/* Compiled by another compiler, into a static archive. */
#include <stdatomic.h>

static _Atomic int exchanged;
int archived_exchange(int value) { return atomic_exchange(&exchanged, value); }
