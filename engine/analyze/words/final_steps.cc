#include "engine/analyze/words/final_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "abi/words.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/words/event_text.h"

namespace sleave {
namespace {

std::uint64_t last_event(const Trace& trace, std::uint32_t thread) {
  std::uint64_t i = trace.events.size();
  while (i > 0 && trace.events[i - 1].thread != thread) --i;
  return i;
}

std::vector<FindingStep> blocked_steps(const Trace& trace, const WaitGraph& waits, ObjectNames& names,
                                       Symbolizer& symbolizer) {
  std::vector<std::uint32_t> order = waits.causes;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(last_event(trace, a), a) < std::pair(last_event(trace, b), b);
  });
  std::vector<FindingStep> steps;
  for (const std::uint32_t thread : order) {
    FindingStep& step = steps.emplace_back();
    step.index = trace.events.size();
    step.unfinished = step.key = true;
    step.thread = thread;
    step.text = pending_text(trace, thread, names) + ": blocked";
    step.where = pending_place(trace, thread, symbolizer);
  }
  return steps;
}

std::string failure_text(const Trace& trace, ObjectNames& names) {
  const auto lock = [&] { return names.name(trace.header.finding_location, Category::mutex, trace.events.size()); };
  const auto data = [&] { return names.name(trace.header.finding_location, Category::data, trace.events.size()); };
  switch (trace.finding()) {
    case SLEAVE_FIND_crash: {
      const char* signal = sigabbrev_np(trace.header.signal);
      return signal != nullptr ? fmt::format("crash: SIG{}", signal) : "crash";
    }
    case SLEAVE_FIND_assertion:
      return "assertion fails";
    case SLEAVE_FIND_abort:
      return "abort";
    case SLEAVE_FIND_terminate:
      return "std::terminate";
    case SLEAVE_FIND_exit_code:
      return fmt::format("exit with code {}", trace.header.exit_code);
    case SLEAVE_FIND_endless_loop:
      return "loops forever";
    case SLEAVE_FIND_double_lock:
      return fmt::format("lock {} again", lock());
    case SLEAVE_FIND_foreign_unlock:
      return fmt::format("unlock {}: not its holder", lock());
    case SLEAVE_FIND_heap_use_after_free:
      return fmt::format("use {} after it was freed", data());
    case SLEAVE_FIND_double_free:
      return fmt::format("free {} again", data());
    case SLEAVE_FIND_invalid_free:
      return fmt::format("free inside or outside of {}", data());
    case SLEAVE_FIND_heap_overflow:
      return fmt::format("use memory beyond {}", data());
    case SLEAVE_FIND_uncontrolled_block:
      return "blocks here";
    default:
      return "";
  }
}

}  // namespace

std::vector<FindingStep> final_steps(const Trace& trace, const WaitGraph& waits, ObjectNames& names,
                                     Symbolizer& symbolizer) {
  if (trace.finding() == SLEAVE_FIND_deadlock) return blocked_steps(trace, waits, names, symbolizer);
  const std::string text = failure_text(trace, names);
  if (text.empty() || trace.header.thread >= trace.threads.size()) return {};
  FindingStep step;
  step.index = trace.events.size();
  step.unfinished = step.key = true;
  step.thread = trace.header.thread;
  step.text = text;
  return {step};
}

}  // namespace sleave
