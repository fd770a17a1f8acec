#include "engine/find/race_harm.h"

#include <algorithm>
#include <string_view>

#include "abi/words.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

// By the words of abi/accesses.def, with which a title begins.
sleave_access_kind kind_of(const FindingAccess& access) {
  sleave_access_kind best = SLEAVE_ACCESS_read;
  std::size_t longest = 0;
  for (int i = 0; i < SLEAVE_ACCESS_COUNT; ++i) {
    const auto kind = static_cast<sleave_access_kind>(i);
    const std::string_view words = access_kind_words(kind);
    if (words.size() <= longest || !access.title.starts_with(words)) continue;
    longest = words.size();
    best = kind;
  }
  return best;
}

bool ends_something(sleave_access_kind kind) { return kind == SLEAVE_ACCESS_heap_free || kind == SLEAVE_ACCESS_make; }
bool is_volatile(sleave_access_kind kind) {
  return kind == SLEAVE_ACCESS_volatile_read || kind == SLEAVE_ACCESS_volatile_write;
}
bool writes(sleave_access_kind kind) {
  return kind == SLEAVE_ACCESS_write || kind == SLEAVE_ACCESS_atomic_write || kind == SLEAVE_ACCESS_volatile_write;
}

}  // namespace

RaceHarm race_harm(const Finding& finding) {
  if (finding.accesses.size() != 2) return RaceHarm::none;
  const sleave_access_kind one = kind_of(finding.accesses[0]);
  const sleave_access_kind other = kind_of(finding.accesses[1]);
  if (ends_something(one) || ends_something(other)) return RaceHarm::lifetime;
  if (is_volatile(one) && is_volatile(other)) return RaceHarm::volatile_only;
  return writes(one) && writes(other) ? RaceHarm::two_writes : RaceHarm::read_write;
}

}  // namespace sleave
