#include "tests/determinism/difference_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::uint64_t kEventsBefore = 4;

std::string event_text(const Trace& trace, std::uint64_t step) {
  if (step >= trace.events.size()) return "(the run has ended)";
  const sleave_event& event = trace.events[step];
  return fmt::format("{}: {} at {:x}, value {:#x}, extra {:#x}, flags {:#x}, code {:x}",
                     trace.thread_label(event.thread), event_words(event.kind), event.location, event.value,
                     event.extra, event.flags, event.site);
}

// The last thing the thread of `step` did before it that is not a point of its own.
std::string leak_text(const Trace& trace, std::uint64_t step) {
  if (step >= trace.events.size()) return {};
  const std::uint32_t thread = trace.events[step].thread;
  for (std::uint64_t i = step; i-- > 0;) {
    const sleave_event& event = trace.events[i];
    if (event.thread != thread) continue;
    if (is_point(event.kind)) return {};
    return fmt::format("  before it: {}\n", event_text(trace, i));
  }
  return {};
}

}  // namespace

std::string difference_text(const Trace& a, const std::string& name_a, const Trace& b, const std::string& name_b) {
  Difference difference;
  if (!first_difference(a, b, true, difference)) {
    return "with both recorded, no event differs: recording itself changes the run\n";
  }
  std::string text = fmt::format("first difference at event {}\n", difference.step);
  const std::uint64_t begin = difference.step - std::min(difference.step, kEventsBefore);
  for (std::uint64_t i = begin; i < difference.step; ++i) text += fmt::format("  both     {}\n", event_text(a, i));
  text += fmt::format("  {:9}{}\n", name_a, event_text(a, difference.step));
  text += fmt::format("  {:9}{}\n", name_b, event_text(b, difference.step));
  return text + leak_text(a, difference.step);
}

}  // namespace sleave
