#define THREADS 3
#include "art2.c"
