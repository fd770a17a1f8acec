#include "engine/minimize/cause/ordering.h"

#include <algorithm>

#include "engine/trace/words.h"

namespace sleave {

Held held(const Ordering& ordering, const Moments& run) {
  return held(run.find(ordering.first), run.find(ordering.second));
}

Held held(std::optional<std::uint64_t> first, std::optional<std::uint64_t> second) {
  if (!first && !second) return Held::unknown;
  if (!second) return Held::yes;
  if (!first) return Held::no;
  return *first < *second ? Held::yes : Held::no;
}

namespace {

// Within a thread; what it was only about to do is its last.
bool not_later(const Moment& a, const Moment& b, const Moments& run) {
  if (a == b) return true;
  if (a.thread != b.thread) return false;
  const std::optional<std::uint64_t> first = run.find(a);
  const std::optional<std::uint64_t> second = run.find(b);
  const auto pending = run.pending().find(b.thread);
  const bool is_last = pending != run.pending().end() && pending->second == b;
  return first && (is_last || (second && *first < *second));
}

}  // namespace

bool follows(const Ordering& ordering, const std::vector<Ordering>& others, const Moments& run) {
  std::vector<Moment> reached = {ordering.first};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Ordering& other : others) {
      const bool is_new = std::find(reached.begin(), reached.end(), other.second) == reached.end();
      if (is_new && not_later(reached[i], other.first, run)) reached.push_back(other.second);
    }
  }
  return std::any_of(reached.begin(), reached.end(),
                     [&](const Moment& moment) { return not_later(moment, ordering.second, run); });
}

std::vector<Ordering> switch_orderings(const Trace& reported) {
  const Moments moments(reported);
  std::vector<Ordering> orderings;
  std::map<std::uint32_t, Moment> next = moments.pending();  // of each thread, behind the place of the walk
  std::optional<Moment> later;
  for (auto point = moments.points().rbegin(); point != moments.points().rend(); ++point) {
    const Moment& moment = point->moment;
    if (later && later->thread != moment.thread) {
      const auto stopped = next.find(moment.thread);
      if (stopped != next.end()) orderings.push_back({*later, stopped->second});
      orderings.push_back({moment, *later});
    }
    next[moment.thread] = moment;
    later = moment;
  }
  std::vector<Ordering> unique;
  for (const Ordering& ordering : orderings) {
    if (std::find(unique.begin(), unique.end(), ordering) == unique.end()) unique.push_back(ordering);
  }
  return unique;
}

}  // namespace sleave
