// Corpus: a folder of inputs as libFuzzer and AFL++ keep it, one file each.
//
// A file holds the bytes of a program's one input that has a size: those of a fuzz target (inputs "size" and "data") or
// of standard input ("stdin_size" and "stdin").
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Corpus {
 public:
  // Makes the folder if it is not there. Folders in it, and files that cannot be read, are left alone.
  static Result<Corpus> open(const std::string& folder);

  // One for each file, in order of names, as a plan gives them to a run.
  [[nodiscard]] const std::vector<std::vector<Plan::Input>>& inputs() const { return inputs_; }

  // Keeps the input of a run in a file named by its content. Nothing if the run has no input of that form, or if a file
  // has it already.
  [[nodiscard]] Status keep(const Trace& trace) const;
  // The same for the input's bytes.
  [[nodiscard]] Status keep(const std::string& bytes) const;

 private:
  explicit Corpus(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
  std::vector<std::vector<Plan::Input>> inputs_;
};

// The input's bytes; none if the run has no input of that form.
std::optional<std::string> corpus_bytes(const Trace& trace);

}  // namespace sleave
