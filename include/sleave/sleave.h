/* Inputs of a test: values that Sleave searches besides schedules.
 *
 * sleave_symbolic() declares memory as an input: Sleave fills it with the value for this run and tracks symbolically
 * what the program computes from it, so that further runs take other branches. sleave_assume() restricts the inputs: a
 * run in which the condition does not hold ends there and is not counted.
 *
 * Reports and replay files identify an input by its name. If the same thread asks for the same name again, it gets the
 * next input of that name. In a program that is built or started without Sleave every call is empty: memory keeps its
 * contents, ranges give their lower end. */
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

/* `bytes` bytes of memory are the input `name`. Their contents are its value in the first run. */
static inline void sleave_symbolic(void* memory, size_t bytes, const char* name) {
  if (__sleave_symbolic) __sleave_symbolic(memory, bytes, name);
}

/* Discards runs in which the condition does not hold. */
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
