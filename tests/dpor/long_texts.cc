// CLASSES: equal 200 = 2 + 0
// CLASSES: equal 256 = 3 + 0
// CLASSES: equal 600 = 4 + 0
// CLASSES: pages 8 = 2 + 0
// CLASSES: order 300 = 5 + 0
// Texts that are compared are looked at 256 bytes at a time, and whether the comparison ended there is a question of
// its own. Of an unknown text and a known one of N bytes: it differs in one of the whole blocks, or it differs in the
// rest, or it is the same. By order: each difference can go both ways.
// (pages: the unknown text lies across two pages.)
#include <sleave/sleave.h>

#include <cstdlib>
#include <cstring>

namespace {

alignas(4096) char room[8192];
char known[1024];

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const char* which = arguments[1];
  const std::size_t bytes = std::strtoul(arguments[2], nullptr, 10);
  char* text = std::strcmp(which, "pages") == 0 ? room + 4096 - 2 : room;
  std::memset(known, 'k', bytes);
  sleave_symbolic(text, bytes + 1, "text");
  const int difference = std::strncmp(text, known, bytes + 1);
  // A call on one side: what is decided without a branch is not a way of its own.
  if (std::strcmp(which, "order") == 0 && difference < 0) std::exit(0);
  if (difference == 0) std::exit(0);
  return 0;
}
