/* Inputs: what a test is to be tried with, besides its schedules.
 *
 * sleave_symbolic() names memory as an input: Sleave fills it with what this run is to have there, and follows what the
 * program computes from it, so that further runs take other branches. sleave_assume() says what inputs a test is about:
 * a run in which it does not hold ends there and counts for nothing.
 *
 * An input has a name, so that a report and a replay can tell it. Asked for again by the same thread under the same
 * name, it is the next one of that name. In a program that is built or started without Sleave every call is empty:
 * memory keeps what it has, ranges give their lower end. */
#ifndef SLEAVE_SLEAVE_H
#define SLEAVE_SLEAVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void __sleave_symbolic(void* memory, size_t bytes, const char* name) __attribute__((weak));
void __sleave_range(void* memory, size_t bytes, const char* name, long long base) __attribute__((weak));
void __sleave_assume(int condition) __attribute__((weak));

#ifdef __cplusplus
}
#endif

/* `bytes` bytes of memory are the input `name`. What is there already is its value in the first run. */
static inline void sleave_symbolic(void* memory, size_t bytes, const char* name) {
  if (__sleave_symbolic) __sleave_symbolic(memory, bytes, name);
}

/* Only runs in which the condition holds are of interest. */
static inline void sleave_assume(int condition) {
  if (__sleave_assume) __sleave_assume(condition);
}

/* A number from low to high, both included. */
static inline long long sleave_range(long long low, long long high, const char* name) {
  unsigned long long above = 0;
  const unsigned long long most = (unsigned long long)high - (unsigned long long)low;
  size_t bytes = 1;
  while (bytes < sizeof above && most >> (8 * bytes) != 0) ++bytes;
  if (__sleave_range) __sleave_range(&above, bytes, name, low);
  sleave_assume(above <= most);
  return (long long)((unsigned long long)low + above);
}

#endif
