#define THREADS 4
#include "art2.c"
