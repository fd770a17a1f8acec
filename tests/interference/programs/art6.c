#define THREADS 6
#include "art2.c"
