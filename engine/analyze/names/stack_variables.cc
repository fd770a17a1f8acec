#include "engine/analyze/names/stack_variables.h"

#include <algorithm>
#include <iterator>

#include "abi/layout.h"

namespace sleave {

std::optional<std::uint32_t> StackVariables::owner(sleave_location location) const {
  if (SLEAVE_LOCATION_SPACE(location) != SLEAVE_SPACE_SLOT) return std::nullopt;
  if (SLEAVE_LOCATION_OFFSET(location) < SLEAVE_SLOT_HEAP_BYTES) return std::nullopt;
  for (std::uint32_t i = 0; i < trace_.threads.size(); ++i) {
    if (trace_.threads[i].slot == SLEAVE_LOCATION_OWNER(location)) return i;
  }
  return std::nullopt;
}

const std::vector<std::uint64_t>& StackVariables::events_of(std::uint32_t thread) {
  if (events_.empty()) {
    events_.resize(trace_.threads.size());
    for (std::uint64_t i = 0; i < trace_.events.size(); ++i) {
      const sleave_event& event = trace_.events[i];
      if (event.stack != SLEAVE_NO_STACK && event.thread < events_.size()) events_[event.thread].push_back(i);
    }
  }
  return events_[thread];
}

std::optional<StackVariable> StackVariables::find_in(std::uint32_t thread, std::uint32_t stack,
                                                     sleave_location location) {
  const auto [entry, fresh] = known_.try_emplace(Key(stack, location));
  if (!fresh) return entry->second;
  const auto sites = trace_.stack(stack);
  const auto frames = trace_.frame_pointers(stack);
  for (std::size_t i = sites.size(); i-- > 0 && !entry->second;) {
    if (frames[i] == 0) continue;
    if (auto local = symbolizer_.local(trace_, sites[i], frames[i], location)) {
      const sleave_location begin = frames[i] + static_cast<std::uint64_t>(local->begin);
      entry->second = StackVariable{std::move(*local), begin, thread};
    }
  }
  return entry->second;
}

std::optional<StackVariable> StackVariables::find(sleave_location location, std::uint64_t at) {
  const auto thread = owner(location);
  if (!thread) return std::nullopt;
  // While others run, a thread waits in front of its next event, so that event has its frames of this time.
  const auto& events = events_of(*thread);
  const auto next = std::lower_bound(events.begin(), events.end(), at);
  const std::uint32_t now = next != events.end() ? trace_.events[*next].stack : trace_.threads[*thread].final_stack;
  if (auto found = find_in(*thread, now, location)) return found;
  if (next == events.begin()) return std::nullopt;
  return find_in(*thread, trace_.events[*std::prev(next)].stack, location);
}

}  // namespace sleave
