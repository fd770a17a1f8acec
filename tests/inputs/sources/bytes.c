// arguments: @stdin:8
// input: stdin
#include <assert.h>
#include <stdio.h>

int main(void) {
  const char* word = "xyzzy";
  int state = 0;
  for (int c = getc(stdin); c != EOF; c = getc(stdin)) {
    state = c == word[state] ? state + 1 : 0;
    assert(state != 5);
  }
  return 0;
}
