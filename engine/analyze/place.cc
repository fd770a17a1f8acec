#include "engine/analyze/place.h"

#include <fmt/format.h>

#include "engine/find/code_origin.h"
#include "engine/find/readable_name.h"

namespace sleave {
namespace {

Frame own_frame(const Stack& stack) {
  const Frame* frame = innermost_own(stack);
  return frame != nullptr ? *frame : Frame{};
}

}  // namespace

Frame event_place(const Trace& trace, std::uint64_t index, Symbolizer& symbolizer) {
  const sleave_event& event = trace.events[index];
  if (event.stack != SLEAVE_NO_STACK) return own_frame(symbolizer.stack(trace, event.stack));
  return own_frame(symbolizer.frames(trace, event.site));
}

Frame pending_place(const Trace& trace, std::uint32_t thread, Symbolizer& symbolizer) {
  const sleave_trace_thread& entry = trace.threads[thread];
  if (entry.final_stack != SLEAVE_NO_STACK) return own_frame(symbolizer.stack(trace, entry.final_stack));
  return entry.pending_site != 0 ? own_frame(symbolizer.frames(trace, entry.pending_site)) : Frame{};
}

std::string place_text(const Frame& frame) {
  if (frame.line != 0) return fmt::format("{}:{}", frame.file.substr(frame.file.rfind('/') + 1), frame.line);
  if (!frame.function.empty()) return short_function(frame.function);
  if (!frame.module.empty()) return fmt::format("{}+0x{:x}", frame.module, frame.offset);
  return "an unknown place";
}

}  // namespace sleave
