// Text in fixed buffers, without stdio: what does not fit is cut.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

class Text {
 public:
  Text(char* buffer, std::size_t bytes) : buffer_(buffer), bytes_(bytes) { buffer_[0] = 0; }

  Text& add(const char* text);
  Text& add(const char* text, std::size_t bytes);  // no more than `bytes`
  Text& add(std::uint64_t number);
  Text& hex(std::uint64_t number);

  [[nodiscard]] std::size_t size() const { return used_; }

 private:
  void put(char c);

  char* buffer_;
  std::size_t bytes_;
  std::size_t used_ = 0;
};

}  // namespace sleave::rt
