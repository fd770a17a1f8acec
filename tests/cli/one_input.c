// Fails for about one of ten values of its input, and not for the value that it has of its own.
#include <assert.h>
#include <sleave/sleave.h>

int main(void) {
  unsigned char digit = 0;
  sleave_symbolic(&digit, sizeof digit, "digit");
  assert(digit % 10 != 7);
}
