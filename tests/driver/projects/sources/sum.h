#ifndef SUM_H
#define SUM_H

#ifdef __cplusplus
extern "C" {
#endif

/* Adds 1..n with four threads and returns the sum. */
long sum_with_threads(int n);

#ifdef __cplusplus
}
#endif
#endif
