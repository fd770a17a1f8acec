// arguments: @env:SLEAVE_TEST_MODE:8
// input: SLEAVE_TEST_MODE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  (void)argv;
  const char* mode = getenv("SLEAVE_TEST_MODE");
  assert(argc == 1);
  assert(mode == NULL || strcmp(mode, "fast!") != 0);
  return 0;
}
