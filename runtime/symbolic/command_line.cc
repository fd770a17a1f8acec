#include "runtime/symbolic/command_line.h"

#include <string.h>

#include <cstddef>
#include <cstdint>

#include "runtime/base/arena.h"
#include "runtime/base/runtime.h"

extern "C" void __sleave_symbolic(void* memory, std::size_t bytes, const char* name);

namespace sleave::rt {

namespace {

constexpr char kAsks[] = "@input:";
constexpr std::size_t kMostBytes = 4096;

// The number that the text is; 0 if it is none, or too large.
std::size_t number_in(const char* text) {
  std::size_t number = 0;
  for (; *text != 0; ++text) {
    if (*text < '0' || *text > '9' || number > kMostBytes) return 0;
    number = number * 10 + static_cast<std::size_t>(*text - '0');
  }
  return number <= kMostBytes ? number : 0;
}

std::size_t bytes_asked_for(const char* argument) {
  const std::size_t prefix = sizeof kAsks - 1;
  return strncmp(argument, kAsks, prefix) == 0 ? number_in(argument + prefix) : 0;
}

// "arg" and the position.
struct Name {
  char text[16] = "arg";

  explicit Name(int position) {
    char digits[12];
    int count = 0;
    for (int rest = position; rest != 0; rest /= 10) digits[count++] = static_cast<char>('0' + rest % 10);
    char* end = text + 3;
    while (count > 0) *end++ = digits[--count];
  }
};

}  // namespace

void ask_for_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::size_t bytes = bytes_asked_for(argv[i]);
    if (bytes == 0) continue;
    argv[i] = static_cast<char*>(arena_allocate(bytes + 1));
    __sleave_symbolic(argv[i], bytes, Name(i).text);
  }
}

}  // namespace sleave::rt
