// The lines of a text report, and how wide they may be.
#pragma once

#include <string>

#include "engine/find/finding.h"
#include "engine/report/lines.h"
#include "engine/report/text.h"

namespace sleave {

class Page {
 public:
  explicit Page(const TextStyle& style) : style_(style) {}

  void line(const std::string& text) { text_ += text + '\n'; }

  // A sentence of any length, cleaned and wrapped.
  void plain(const std::string& text, std::size_t indent);
  void painted(const std::string& text, std::size_t indent, Role role);

  // A stack as ThreadSanitizer prints it: "    #0 Queue::push(int) queue.cc:31:5". Long names lose their parameters,
  // then the place moves to a line of its own.
  void stack(const Stack& stack);

  [[nodiscard]] const TextStyle& style() const { return style_; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void frame(std::size_t number, const Frame& frame);

  TextStyle style_;
  std::string text_;
};

// "queue.cc:31:5", or "(queue_test+0x1a2b)" without lines.
std::string frame_place(const Frame& frame);

}  // namespace sleave
