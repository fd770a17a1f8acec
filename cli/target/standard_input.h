// The standard input of `sleave run`: read once, for every run of the program.
#pragma once

#include <string_view>

#include "engine/base/descriptor.h"
#include "engine/base/result.h"
#include "engine/run/target.h"

namespace sleave {

// Bytes in a file in memory that every run opens for itself. It outlives the runs.
class InputFile {
 public:
  InputFile() = default;
  static Result<InputFile> of(std::string_view bytes);

  // All that `descriptor` has, to its end.
  static Result<InputFile> copy_of(int descriptor);

  [[nodiscard]] Target::Input input() const;

 private:
  explicit InputFile(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

// A pipe, a socket or a file is read to its end; a terminal is not read. A pipe that has nothing to read and is not
// closed for two seconds was left open by the
// parent process and is not meant as input.
Result<Target::Input> take_standard_input(InputFile& file);

// The target reads these bytes, if there are any, which `file` holds.
Status give_input(const std::string& bytes, InputFile& file, Target& target);

}  // namespace sleave
