// Loops, conditions and calls whose course the argument decides: what --coverage says of them is compared with clang's
// own coverage.
#include <stdlib.h>
#include <string.h>

static int collatz(unsigned n) {
  int steps = 0;
  while (n > 1) {
    if (n % 2 == 0) {
      n /= 2;
    } else {
      n = 3 * n + 1;
    }
    ++steps;
  }
  return steps;
}

static int vowels(const char* text) {
  int count = 0;
  for (; *text; ++text) {
    if (*text == 'a' || *text == 'e' || *text == 'i') ++count;
  }
  return count;
}

static int sorted(const char* text) {
  for (size_t i = 1; i < strlen(text); ++i) {
    if (text[i - 1] > text[i]) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  int sum = 0;
  for (int i = 1; i < argc; ++i) {
    const int number = atoi(argv[i]);
    if (number > 0) {
      sum += collatz((unsigned)number);
    } else if (sorted(argv[i])) {
      sum += vowels(argv[i]);
    }
    do {
      sum /= 2;
    } while (sum > 40);
  }
  if (sum < 0) abort();
  return 0;
}
