#include "engine/analyze/names/place.h"

#include <fmt/format.h>

#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

Stack recorded(const Trace& trace, std::uint32_t stack, sleave_site site, Symbolizer& symbolizer) {
  if (stack != SLEAVE_NO_STACK) return symbolizer.stack(trace, stack);
  return site != 0 ? symbolizer.frames(trace, site) : Stack{};
}

}  // namespace

Frame event_place(const Trace& trace, std::uint64_t index, Symbolizer& symbolizer) {
  const sleave_event& event = trace.events[index];
  const Stack stack = recorded(trace, event.stack, event.site, symbolizer);
  const Frame* frame = innermost_own(stack);
  return frame != nullptr && origin(*frame) == Origin::program ? *frame : Frame{};
}

Frame calling_place(const Trace& trace, std::uint64_t index, Symbolizer& symbolizer) {
  const sleave_event& event = trace.events[index];
  const Stack stack = recorded(trace, event.stack, event.site, symbolizer);
  const Frame* caller = caller_of_installed(stack);
  return caller != nullptr ? *caller : Frame{};
}

Frame pending_place(const Trace& trace, std::uint32_t thread, Symbolizer& symbolizer) {
  const sleave_trace_thread& entry = trace.threads[thread];
  const Stack stack = recorded(trace, entry.final_stack, entry.pending_site, symbolizer);
  const Frame* frame = innermost_own(stack);
  return frame != nullptr ? *frame : Frame{};
}

std::string place_text(const Frame& frame) {
  if (frame.line != 0) return fmt::format("{}:{}", frame.file.substr(frame.file.rfind('/') + 1), frame.line);
  if (!frame.function.empty()) return short_function(frame.function);
  if (!frame.module.empty()) return fmt::format("{}+0x{:x}", frame.module, frame.offset);
  return "an unknown place";
}

}  // namespace sleave
