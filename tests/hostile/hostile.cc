// hostile DEED: two threads draw a pattern of who came first. Some patterns are a genuine bug, some end well, and the
// rest commit the deed (deeds.h). What happens is a function of the schedule, so every run of it can be repeated.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <cstring>
#include <thread>

#include "deeds.h"

namespace {

constexpr int kRounds = 3;
std::atomic<unsigned> pattern{0};

void draw(unsigned side) {
  for (int i = 0; i < kRounds; ++i) {
    unsigned seen = pattern.load();
    while (!pattern.compare_exchange_strong(seen, seen * 2 + side)) {
    }
  }
}

hostile::Deed deed_named(const char* name) {
  for (const hostile::NamedDeed* family : {hostile::kMemoryDeeds, hostile::kProcessDeeds, hostile::kResourceDeeds}) {
    for (; family->name != nullptr; ++family) {
      if (std::strcmp(family->name, name) == 0) return family->commit;
    }
  }
  return nullptr;
}

}  // namespace

int main(int count, char** words) {
  const hostile::Deed commit = count == 2 ? deed_named(words[1]) : nullptr;
  if (commit == nullptr) {
    std::puts("hostile DEED");
    return 2;
  }
  std::thread other(draw, 1);
  draw(0);
  other.join();
  // Of the twenty patterns with three of each this gives 0 to eight, 1 to five and 2 to seven.
  const unsigned drawn = pattern.load();
  const unsigned fate = (drawn * 2654435761u) >> 16 & 3;
  assert(fate != 0 && "the genuine bug");
  if (fate == 1) return 0;
  hostile::Dice dice(drawn);
  commit(dice);
  return 0;
}
