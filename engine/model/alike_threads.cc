#include "engine/model/alike_threads.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

#include "engine/trace/words.h"

namespace sleave {
namespace {

using Group = std::vector<std::uint32_t>;  // threads of a trace, in the order of their creation

// std::thread hands its function and arguments to the new thread in a block that the program cannot reach.
bool is_started_by_library(const Trace& trace, const sleave_trace_thread& thread) {
  const std::uint32_t module = SLEAVE_SITE_MODULE(thread.create_site);
  return module < trace.modules.size() &&
         std::string_view(trace.modules[module].path).find("/libstdc++.so") != std::string_view::npos;
}

bool can_be_alike(const Trace& trace, const sleave_trace_thread& thread) {
  if (thread.parent == SLEAVE_NO_THREAD || thread.start_key == 0) return false;
  return thread.argument_is_block == 0 || is_started_by_library(trace, thread);
}

// Where threads are created and joined.
class Points {
 public:
  struct Place {
    std::uint32_t by = SLEAVE_NO_THREAD;
    std::uint64_t index = 0;  // among the points of that thread
    bool timed = false;
    explicit operator bool() const { return by != SLEAVE_NO_THREAD; }
  };

  explicit Points(const Trace& trace)
      : creations_(trace.threads.size()), joins_(trace.threads.size()), numbers_(trace.threads.size()) {
    for (const sleave_event& event : trace.events) {
      if (!is_point(event.kind) || event.thread >= numbers_.size()) continue;
      const std::uint64_t index = numbers_[event.thread]++;
      const bool joins = event.kind == SLEAVE_EV_thread_join;
      if ((!joins && event.kind != SLEAVE_EV_thread_create) || event.value >= numbers_.size()) continue;
      (joins ? joins_ : creations_)[event.value] = {event.thread, index, event.extra != 0};
    }
  }

  [[nodiscard]] const Place& creation_of(std::uint32_t thread) const { return creations_[thread]; }
  [[nodiscard]] const Place& join_of(std::uint32_t thread) const { return joins_[thread]; }
  [[nodiscard]] std::uint64_t number(std::uint32_t thread) const { return numbers_[thread]; }

 private:
  std::vector<Place> creations_;
  std::vector<Place> joins_;
  std::vector<std::uint64_t> numbers_;  // of points, by thread
};

// Whether `next` was created right after `last`, in the same way.
bool follows(const Trace& trace, const Points& points, std::uint32_t last, std::uint32_t next) {
  const sleave_trace_thread& a = trace.threads[last];
  const sleave_trace_thread& b = trace.threads[next];
  if (a.parent != b.parent || a.ordinal + 1 != b.ordinal || a.start_key != b.start_key) return false;
  const Points::Place& before = points.creation_of(last);
  const Points::Place& after = points.creation_of(next);
  return before && after && before.by == after.by && before.index + 1 == after.index;
}

// Threads that start alike: those of each group, two at least.
std::vector<Group> groups_of(const Trace& trace, const Points& points) {
  std::vector<Group> groups;
  std::vector<bool> left(trace.threads.size());  // in no group yet, and can be in one
  for (std::uint32_t i = 1; i < trace.threads.size(); ++i) left[i] = can_be_alike(trace, trace.threads[i]);
  for (std::uint32_t first = 1; first < trace.threads.size(); ++first) {
    if (!left[first]) continue;
    Group group{first};
    for (std::uint32_t next = first + 1; next < trace.threads.size(); ++next) {
      if (!left[next] || !follows(trace, points, group.back(), next)) continue;
      group.push_back(next);
      left[next] = false;
    }
    if (group.size() > 1) groups.push_back(group);
  }
  return groups;
}

// Whether the joins of the group are one after another in one thread. A run may end among them.
bool are_joined_together(const Trace& trace, const Points& points, const Group& group) {
  std::vector<Points::Place> joins;
  for (const std::uint32_t thread : group) {
    if (points.join_of(thread)) joins.push_back(points.join_of(thread));
  }
  if (joins.empty()) return true;
  std::sort(joins.begin(), joins.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  for (std::size_t i = 0; i < joins.size(); ++i) {
    if (joins[i].timed || joins[i].by != joins[0].by || joins[i].index != joins[0].index + i) return false;
  }
  if (joins.size() == group.size()) return true;
  const sleave_trace_thread& joiner = trace.threads[joins[0].by];
  if (joiner.pending_kind != SLEAVE_EV_thread_join || joins.back().index + 1 != points.number(joins[0].by))
    return false;
  const std::uint64_t next = SLEAVE_LOCATION_OFFSET(joiner.pending_location);
  return joiner.state != SLEAVE_THREAD_DONE && std::find(group.begin(), group.end(), next) != group.end();
}

bool are_distinguished(const Trace& trace, const Points& points, const Group& group) {
  const auto is_in_group = [&](std::uint64_t thread) {
    return std::find(group.begin(), group.end(), thread) != group.end();
  };
  if (!trace.inputs.empty()) return true;
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) {
    const sleave_trace_thread& thread = trace.threads[i];
    if (is_in_group(i) && thread.exposed != 0) return true;
    if (thread.parent != SLEAVE_NO_THREAD && is_in_group(thread.parent)) return true;
  }
  return !are_joined_together(trace, points, group);
}

// A quick look.
bool may_have_groups(const Trace& trace) {
  for (std::size_t i = 2; i < trace.threads.size(); ++i) {
    if (trace.threads[i].start_key != 0 && trace.threads[i].start_key == trace.threads[i - 1].start_key) return true;
  }
  return false;
}

}  // namespace

void learn_alike_threads(const Trace& trace, const std::vector<std::uint32_t>& places, const LearnedFacts& facts,
                         LearnedFacts& news) {
  if (facts.alike.empty() && !may_have_groups(trace)) return;
  const Points points(trace);
  std::map<std::uint32_t, std::uint32_t> elders;  // by places, of this run
  for (const Group& group : groups_of(trace, points)) {
    const bool apart = are_distinguished(trace, points, group);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::uint32_t place = places[group[i]];
      const bool known = facts.alike.contains(place);
      if (i != 0) elders[place] = places[group[i - 1]];
      if (known && !facts.apart.contains(place) && (apart || facts.polled.contains(place))) news.apart.insert(place);
      if (i == 0 || known || apart) continue;
      news.alike[place] = places[group[i - 1]];
      for (const std::uint32_t thread : {group[i - 1], group[i]})
        news.slots[places[thread]] = trace.threads[thread].slot;
    }
  }
  // What was alike in an earlier run must be in this one.
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) {
    if (const auto slot = facts.slots.find(places[i]);
        slot != facts.slots.end() && slot->second != trace.threads[i].slot && !facts.apart.contains(places[i])) {
      news.apart.insert(places[i]);
    }
    const auto known = facts.alike.find(places[i]);
    if (known == facts.alike.end() || facts.apart.contains(places[i])) continue;
    const auto now = elders.find(places[i]);
    if (now == elders.end() || now->second != known->second) news.apart.insert(places[i]);
  }
}

}  // namespace sleave
