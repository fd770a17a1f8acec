#define THREADS 5
#include "art2.c"
