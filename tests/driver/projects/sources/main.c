#include <stdio.h>

#include "sum.h"

int main(void) {
  printf("%ld\n", sum_with_threads(1000));
  return 0;
}
