/* REPEAT times the task on a copy of the sample, of which the first SYMBOLIC bytes are an input. */
#include <sleave/sleave.h>
#include <stdio.h>
#include <string.h>

#include "work.h"

#ifndef REPEAT
#define REPEAT 1
#endif
#ifndef SYMBOLIC
#define SYMBOLIC 0
#endif

enum { LONGEST = 4096 };

int main(void) {
  static unsigned char given[LONGEST];
  static unsigned char bytes[LONGEST];
  const size_t length = strlen(sample);
  unsigned sum = 0;
  memcpy(given, sample, length);
#if SYMBOLIC > 0
  sleave_symbolic(given, SYMBOLIC < length ? SYMBOLIC : length, "bytes");
#endif
  for (int i = 0; i < REPEAT; ++i) {
    memcpy(bytes, given, length);
    sum = sum * 31 + work(bytes, length);
  }
  printf("%u\n", sum);
  return 0;
}
