#include <cstdio>

#include "shared.h"

std::atomic<long> total;

int main() {
  for (int n = 0; n < 9; ++n) std::printf("%d %d %ld\n", first(n), second(n), accumulate(total, long(n)));
}
