#include "engine/analyze/place.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/find/code_origin.h"
#include "engine/find/readable_name.h"

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
  const auto is_own = [](const Frame& frame) { return origin(frame) == Origin::program; };
  const auto inner = std::find_if(stack.begin(), stack.end(), is_own);
  if (inner == stack.end() || !is_installed(inner->file)) return {};
  const auto outer = std::find_if(inner, stack.end(), [&](const Frame& frame) {
    return is_own(frame) && !frame.file.empty() && !is_installed(frame.file);
  });
  return outer != stack.end() ? *outer : Frame{};
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
