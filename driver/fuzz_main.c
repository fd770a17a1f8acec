/* main() of a program that has none and defines LLVMFuzzerTestOneInput: one call of that, with inputs "size" and
 * "data".
 *
 *   PROGRAM [-max_len=N] [FILE]
 *
 * `size` is at most N (64 if it is not said); FILE has the first input, else it is empty. The code here is not
 * followed, so it hands the size over by itself, as followed code would (abi/follow.h). Without control this is one
 * plain call. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abi/follow.h"
#include "abi/words.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);
void __sleave_symbolic(void* memory, size_t bytes, const char* name);

enum { kUsualLength = 64, kBits = 32 };

static uint32_t most = kUsualLength;

/* The content of the file, and room for `most` bytes. */
static uint8_t* readFile(const char* name, uint32_t* size) {
  uint8_t* data = calloc(most + 1, 1);
  FILE* file = data ? fopen(name, "rb") : NULL;
  if (!file) {
    perror(name);
    exit(2);
  }
  *size = (uint32_t)fread(data, 1, most, file);
  fclose(file);
  return data;
}

/* The input "size", brought into its range, and its expression. */
static uint32_t askForSize(uint32_t size, uint32_t* number) {
  const size_t bytes = most < 0x100 ? 1 : most < 0x10000 ? 2 : 4;
  __sleave_symbolic(&size, bytes, "size");
  const uint32_t read = __sleave_following.memory ? __sleave_follow_load(kBits, &size, size) : 0;
  if (read) *number = __sleave_follow_binary(SLEAVE_FOLLOW_WHAT(SLEAVE_OP_urem, kBits, 0), read, 0, size, most + 1);
  return size % (most + 1);
}

/* The same word in the width of a size_t, as the second argument. */
static void handOver(uint32_t number, uint32_t size) {
  const uint32_t what = SLEAVE_FOLLOW_WHAT(SLEAVE_FOLLOW_ZERO_EXTEND, kBits, 64);
  __sleave_following.arguments[0] = 0;
  __sleave_following.arguments[1] = __sleave_follow_cast(what, number, size);
  __sleave_follow_call((const void*)LLVMFuzzerTestOneInput);
}

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  const char* file = NULL;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "-max_len=", 9) == 0) {
      const unsigned long wanted = strtoul(argv[i] + 9, NULL, 10);
      most = wanted < UINT32_MAX / 2 ? (uint32_t)wanted : UINT32_MAX / 2;
    } else if (argv[i][0] != '-') {
      file = argv[i];
    }
  }
  uint32_t size = 0;
  uint8_t* content = file ? readFile(file, &size) : NULL;
  uint32_t number = 0;
  size = askForSize(size, &number);
  uint8_t* data = malloc(size); /* exactly as large: what lies beyond is not the program's */
  if (!data && size != 0) return 2;
  if (size != 0) {
    if (content) {
      memcpy(data, content, size);
    } else {
      memset(data, 0, size);
    }
    __sleave_symbolic(data, size, "data");
  }
  if (number) handOver(number, size);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  free(content);
  return 0;
}
