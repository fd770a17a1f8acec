// The words of waits.h.
#include <fmt/format.h>

#include <algorithm>

#include "abi/words.h"
#include "engine/analyze/names/place.h"
#include "engine/analyze/words/waits.h"

namespace sleave {
namespace {

std::string holder_text(const Trace& trace, const std::vector<std::uint32_t>& holders) {
  std::string text;
  for (const std::uint32_t holder : holders) {
    text += text.empty() ? "" : " and ";
    text += trace.thread_label(holder);
    if (trace.threads[holder].state == SLEAVE_THREAD_DONE) text += ", which has ended";
  }
  return text;
}

const char* holding(Category category) {
  return category == Category::once || category == Category::static_initializer ? "entered" : "held";
}

// Objects without a holder: another thread has to signal, wake or post.
bool sleeps_on(Category category) {
  return category == Category::condition || category == Category::futex || category == Category::semaphore;
}

// What a call on a descriptor waits for, and what another thread would have to do.
struct DescriptorWords {
  const char* awaited;
  const char* act;
};
DescriptorWords descriptor_words(std::uint32_t kind) {
  switch (kind) {
    case SLEAVE_EV_descriptor_read:
      return {"data from", "write to it or close it"};
    case SLEAVE_EV_descriptor_write:
    case SLEAVE_EV_descriptor_connect:
      return {"room in", "make some"};
    case SLEAVE_EV_descriptor_accept:
      return {"a connection to", "connect to it"};
    case SLEAVE_EV_descriptor_lock:
      return {"a lock on", "release it"};
    default:
      return {"events of", "cause one"};
  }
}

// Why the wait will never end, for waits without a holder.
std::string reason(const Trace& trace, const Wait& wait, Symbolizer& symbolizer) {
  if (wait.category == Category::descriptor) {
    const DescriptorWords words = descriptor_words(trace.threads[wait.thread].pending_kind);
    return fmt::format(" and no thread is left that could {}", words.act);
  }
  if (!wait.holders.empty() || !sleeps_on(wait.category)) return "";
  const char* act = wait.category == Category::futex       ? "wake"
                    : wait.category == Category::semaphore ? "post"
                                                           : "signal";
  std::string text = fmt::format(" and no thread is left that could {} it", act);
  const std::uint64_t lost = lost_notification(trace, wait);
  if (lost == trace.events.size()) return text;
  const sleave_event& event = trace.events[lost];
  const std::string place = place_text(event_place(trace, lost, symbolizer));
  return fmt::format("{} (the last {} was lost: sent by {} at {} before {} waited)", text, act,
                     trace.thread_label(event.thread), place, trace.thread_label(wait.thread));
}

std::string sentence(const Trace& trace, const Wait& wait, ObjectNames& names, Symbolizer& symbolizer) {
  return fmt::format("{} waits {} {}{}", trace.thread_label(wait.thread), sleeps_on(wait.category) ? "on" : "for",
                     wait_text(trace, wait, names), reason(trace, wait, symbolizer));
}

}  // namespace

std::string wait_text(const Trace& trace, const Wait& wait, ObjectNames& names) {
  if (wait.category == Category::thread) return fmt::format("thread {} to end", holder_text(trace, wait.holders));
  if (wait.category == Category::none) return "a change of what it polls";
  const std::string name = names.name(wait.location, wait.category, trace.events.size());
  if (wait.category == Category::descriptor) {
    return fmt::format("{} {}", descriptor_words(trace.threads[wait.thread].pending_kind).awaited, name);
  }
  std::string text = fmt::format("{} {}", category_word(wait.category), name);
  if (!wait.holders.empty()) text += fmt::format(" {} by {}", holding(wait.category), holder_text(trace, wait.holders));
  if (wait.back_from_condition) text += " (to return from its wait on a condition)";
  return text;
}

std::string deadlock_text(const Trace& trace, const WaitGraph& graph, ObjectNames& names, Symbolizer& symbolizer) {
  std::string text;
  const auto append = [&](std::uint32_t thread) {
    const auto wait = std::find_if(graph.waits.begin(), graph.waits.end(),
                                   [thread](const Wait& candidate) { return candidate.thread == thread; });
    text += text.empty() ? "" : "; ";
    text += sentence(trace, *wait, names, symbolizer);
  };
  for (const std::uint32_t thread : graph.cycle) append(thread);
  for (const std::uint32_t thread : graph.causes) {
    if (std::find(graph.cycle.begin(), graph.cycle.end(), thread) == graph.cycle.end()) append(thread);
  }
  return text.empty() ? text : text + '.';
}

}  // namespace sleave
