#include "engine/report/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

constexpr std::size_t kMostFrames = 16;  // of one stack

}  // namespace

std::string frame_place(const Frame& frame) {
  if (frame.line == 0)
    return clean(fmt::format("({}+0x{:x})", frame.module.empty() ? "?" : frame.module, frame.offset));
  const std::string column = frame.column != 0 ? fmt::format(":{}", frame.column) : "";
  return clean(fmt::format("{}:{}{}", frame.file, frame.line, column));
}

void Page::plain(const std::string& text, std::size_t indent) {
  for (const auto& part : wrap(clean(text), style_.width - indent)) line(std::string(indent, ' ') + part);
}

void Page::painted(const std::string& text, std::size_t indent, Role role) {
  for (const auto& part : wrap(clean(text), style_.width - indent)) {
    line(std::string(indent, ' ') + paint(part, role, style_.color));
  }
}

void Page::frame(std::size_t number, const Frame& frame) {
  const std::string head = fmt::format("    #{} ", number);
  const std::string indent(head.size(), ' ');
  const std::string place = frame_place(frame);
  std::string function = frame.function.empty() ? "??" : clean(frame.function);
  const auto fits = [&] { return head.size() + columns(function) + 1 + columns(place) <= style_.width; };
  if (!fits() && !frame.function.empty()) function = clean(short_function(frame.function));
  if (fits()) return line(head + function + ' ' + place);
  bool first = true;
  for (const auto& part : wrap(function, style_.width - head.size())) {
    line((first ? head : indent) + part);
    first = false;
  }
  line(indent + keep_end(place, style_.width - indent.size()));
}

void Page::stack(const Stack& stack) {
  if (stack.empty()) return line("    (no stack was recorded)");
  const std::size_t most = style_.frames != 0 ? style_.frames : kMostFrames;
  for (std::size_t i = 0; i < std::min(stack.size(), most); ++i) frame(i, stack[i]);
  if (stack.size() > most) line(fmt::format("    ... {} more frames", stack.size() - most));
}

}  // namespace sleave
