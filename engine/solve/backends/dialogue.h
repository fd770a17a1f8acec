// Dialogue: a program that reads lines and answers with symbolic expressions, as SMT-LIB solvers do.
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

  // False if the program no longer listens, for so long.
  bool tell(std::string_view text, std::chrono::milliseconds patience);
  // The next word or parenthesised expression it says, without line breaks around it. Nothing when patience or the
  // program ends, or it says more than any answer has.
  std::optional<std::string> answer(std::chrono::milliseconds patience);

 private:
  Dialogue(pid_t pid, Descriptor end) : pid_(pid), end_(std::move(end)) {}
  std::optional<std::string> take_expression();
  bool read_more(std::chrono::milliseconds patience);

  pid_t pid_;
  Descriptor end_;
  std::string heard_;
};

}  // namespace sleave::solve
