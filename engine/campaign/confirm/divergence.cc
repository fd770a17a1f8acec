#include "engine/campaign/confirm/divergence.h"

#include <fmt/format.h>

#include "engine/analyze/names/object_names.h"
#include "engine/find/escape_text.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

std::string describe_event(const Trace& trace, std::uint64_t step, Symbolizer& symbolizer) {
  const sleave_event& event = trace.events[step];
  std::string text =
      trace.thread_label(event.thread) + ": " + describe_place(trace, event.kind, event.site, symbolizer);
  if (event.location != 0) {
    text += ", object " + ObjectNames(trace, symbolizer).name(event.location, category(event.kind), step);
  }
  return text + fmt::format(", value {:#x}", event.value);
}

// Points that `thread` had executed before `step`.
std::uint64_t executed_before(const Trace& trace, std::uint64_t step, std::uint32_t thread) {
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < step; ++i) count += trace.events[i].thread == thread && is_point(trace.events[i].kind);
  return count;
}

// The uncontrolled calls before `step`: what may have leaked, by the thread itself or by another that handed it on.
std::string describe_leaks(const Trace& trace, std::uint64_t step, Symbolizer& symbolizer) {
  std::string text;
  for (const sleave_trace_uncontrolled& call : trace.uncontrolled) {
    if (call.first_index > executed_before(trace, step, call.thread)) continue;
    const Stack frames = symbolizer.frames(trace, call.first_site);
    text += fmt::format("\n  before that {} called {}, which is uncontrolled", trace.thread_label(call.thread),
                        escape_name(call));
    if (!frames.empty() && !frames[0].file.empty()) text += fmt::format(" ({}:{})", frames[0].file, frames[0].line);
  }
  return text;
}

}  // namespace

bool same_run(const Trace& a, const Trace& b) {
  return a.header.outcome == b.header.outcome && a.header.finding == b.header.finding &&
         a.header.hash == b.header.hash && a.header.events == b.header.events;
}

std::string place_text(const Trace& trace, sleave_site site, Symbolizer& symbolizer) {
  const Stack frames = site == 0 ? Stack() : symbolizer.frames(trace, site);
  const Frame* caller = caller_of_installed(frames);
  const Frame* frame = caller != nullptr ? caller : innermost_own(frames);
  if (frame == nullptr) return "";
  std::string text;
  if (!frame->function.empty()) text = "in " + frame->function;
  const std::string gap = text.empty() ? "" : " ";
  if (!frame->file.empty()) return text + fmt::format("{}({}:{})", gap, frame->file, frame->line);
  if (frame->module.empty()) return text;
  return text + fmt::format("{}({}+{:#x})", gap, frame->module, frame->offset);
}

std::string describe_place(const Trace& trace, std::uint32_t kind, sleave_site site, Symbolizer& symbolizer) {
  const std::string text = kind < SLEAVE_EV_COUNT ? event_words(kind) : "no further event";
  const std::string place = place_text(trace, site, symbolizer);
  return place.empty() ? text : text + " " + place;
}

std::string describe_difference(const Trace& a, const Trace& b, bool same_binary, Symbolizer& symbolizer) {
  Difference difference;
  if (!first_difference(a, b, same_binary, difference)) {
    if (a.header.outcome == b.header.outcome && a.header.finding == b.header.finding) return "no event differs";
    return fmt::format("no event differs, but the first run {}, the second {}", outcome_words(a.header.outcome),
                       outcome_words(b.header.outcome));
  }
  std::string text = fmt::format("the first difference is at step {}", difference.step + 1);
  text += "\n  first   " + (difference.in_a ? describe_event(a, difference.step, symbolizer) : "(ended)");
  text += "\n  second  " + (difference.in_b ? describe_event(b, difference.step, symbolizer) : "(ended)");
  const Trace& known = difference.in_a ? a : b;
  return text + describe_leaks(known, difference.step, symbolizer);
}

Error explain_difference(Runner& runner, const Plan& plan, std::uint64_t number, Symbolizer& symbolizer) {
  constexpr int kTries = 3;
  Error error{Tier::diverged, "the same plan ran differently twice (run " + std::to_string(number) +
                                  "): an uncontrolled effect changes the program's behavior"};
  Plan recorded = plan;
  recorded.record |= SLEAVE_RECORD_POINTS;
  for (int i = 0; i < kTries; ++i) {
    const Result<Trace> first = runner.run(recorded, Detail::full);
    const Result<Trace> second = runner.run(recorded, Detail::full);
    if (!first || !second || same_run(*first, *second)) continue;
    error.message += "\n" + describe_difference(*first, *second, true, symbolizer);
    break;
  }
  return error;
}

}  // namespace sleave
