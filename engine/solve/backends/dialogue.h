// Dialogue: a child process that reads lines and answers with S-expressions, as SMT-LIB solvers do.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"

namespace sleave::solve {

class Dialogue {
 public:
  static Result<Dialogue> start(const std::vector<std::string>& command);
  Dialogue(Dialogue&& other) noexcept;
  Dialogue& operator=(Dialogue&&) = delete;
  ~Dialogue();  // ends the program

  // False if the program does not read it all within `patience`.
  bool send(std::string_view text, std::chrono::milliseconds patience);
  // Its next word or parenthesized expression, without line breaks around it. None if there is none within `patience`,
  // the program ended, or the answer is longer than any valid one.
  std::optional<std::string> receive(std::chrono::milliseconds patience);

 private:
  Dialogue(pid_t pid, Descriptor end) : pid_(pid), end_(std::move(end)) {}
  std::optional<std::string> take_expression();
  bool read_more(std::chrono::milliseconds patience);

  pid_t pid_;
  Descriptor end_;
  std::string received_;
};

}  // namespace sleave::solve
