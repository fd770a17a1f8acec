/* What each program of this folder has: a task on bytes, and bytes to do it on. */
#ifndef BENCH_SEQUENTIAL_WORK_H
#define BENCH_SEQUENTIAL_WORK_H

#include <stddef.h>

extern const char sample[];

/* The task. It may change the bytes; what it returns depends on all it has done. */
unsigned work(unsigned char* bytes, size_t length);

#endif
