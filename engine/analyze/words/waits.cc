#include "engine/analyze/words/waits.h"

#include <algorithm>

#include "abi/words.h"

namespace sleave {
namespace {

// The thread's last wait on a condition or futex; events.size() if it is not recorded.
std::uint64_t last_wait_event(const Trace& trace, std::uint32_t thread) {
  for (std::uint64_t i = trace.events.size(); i-- > 0;) {
    const sleave_event& event = trace.events[i];
    const bool waits = event.kind == SLEAVE_EV_cond_wait || event.kind == SLEAVE_EV_futex_wait;
    if (event.thread == thread && waits) return i;
  }
  return trace.events.size();
}

std::vector<std::uint32_t> holders(const Trace& trace, const Wait& wait, std::uint32_t owner) {
  std::vector<std::uint32_t> result;
  if (wait.category == Category::thread) {
    result.push_back(static_cast<std::uint32_t>(SLEAVE_LOCATION_OFFSET(wait.location)));
  } else if (owner < trace.threads.size()) {
    result.push_back(owner);
  }
  if (is_lock(wait.category)) {
    for (const auto& held : trace.held) {
      if (held.location == wait.location) result.push_back(held.thread);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::erase_if(result, [&](std::uint32_t thread) { return thread >= trace.threads.size(); });
  return result;
}

Wait make_wait(const Trace& trace, std::uint32_t thread) {
  const sleave_trace_thread& entry = trace.threads[thread];
  Wait wait{thread, category(entry.pending_kind), entry.pending_location, {}, false};
  if (entry.pending_kind == SLEAVE_EV_cond_wake) {
    const std::uint64_t at = last_wait_event(trace, thread);
    wait.back_from_condition = at < trace.events.size() && trace.events[at].location != entry.pending_location;
    if (wait.back_from_condition) wait.category = Category::mutex;
  }
  wait.holders = holders(trace, wait, entry.pending_owner);
  return wait;
}

const Wait* wait_of(const WaitGraph& graph, std::uint32_t thread) {
  const auto found = std::find_if(graph.waits.begin(), graph.waits.end(),
                                  [thread](const Wait& wait) { return wait.thread == thread; });
  return found == graph.waits.end() ? nullptr : &*found;
}

// Depth-first search for a way from `thread` back to `target`; `path` holds the way so far.
bool leads_to(const WaitGraph& graph, std::uint32_t thread, std::uint32_t target, std::vector<std::uint32_t>& path,
              std::vector<std::uint32_t>& seen) {
  const Wait* wait = wait_of(graph, thread);
  if (wait == nullptr) return false;
  path.push_back(thread);
  for (const std::uint32_t next : wait->holders) {
    if (next == target) return true;
    if (std::find(seen.begin(), seen.end(), next) != seen.end()) continue;
    seen.push_back(next);
    if (leads_to(graph, next, target, path, seen)) return true;
  }
  path.pop_back();
  return false;
}

bool on_cycle(const WaitGraph& graph, std::uint32_t thread, std::vector<std::uint32_t>& path) {
  std::vector<std::uint32_t> seen;
  path.clear();
  return leads_to(graph, thread, thread, path, seen);
}

// No thread that could end this wait is waiting itself: the wait is not the consequence of another.
bool is_independent(const WaitGraph& graph, const Wait& wait) {
  return std::none_of(wait.holders.begin(), wait.holders.end(),
                      [&](std::uint32_t holder) { return wait_of(graph, holder) != nullptr; });
}

}  // namespace

WaitGraph wait_graph(const Trace& trace) {
  WaitGraph graph;
  for (std::uint32_t i = 0; i < trace.threads.size(); ++i) {
    const auto& entry = trace.threads[i];
    const bool waits = entry.state == SLEAVE_THREAD_BLOCKED && entry.pending_kind != SLEAVE_EV_COUNT;
    const bool stopped_timer = entry.pending_kind == SLEAVE_EV_timer_fire;  // waits for nothing
    if (waits && !stopped_timer) graph.waits.push_back(make_wait(trace, i));
  }
  for (const Wait& wait : graph.waits) {
    std::vector<std::uint32_t> path;
    const bool cyclic = on_cycle(graph, wait.thread, path);
    if (cyclic && graph.cycle.empty()) graph.cycle = path;
    if (cyclic || is_independent(graph, wait)) graph.causes.push_back(wait.thread);
  }
  return graph;
}

std::uint64_t lost_notification(const Trace& trace, const Wait& wait) {
  const std::uint64_t none = trace.events.size();
  const std::uint64_t begin = last_wait_event(trace, wait.thread);
  if (begin == none) return none;
  for (std::uint64_t i = begin; i-- > 0;) {
    const sleave_event& event = trace.events[i];
    if (!is_notification(event.kind) || event.location != wait.location || event.thread == wait.thread) continue;
    return (event.flags & SLEAVE_EVENT_FAILED) != 0 ? i : none;
  }
  return none;
}

}  // namespace sleave
