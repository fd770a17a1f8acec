// Corpus: a folder of inputs as libFuzzer and AFL++ keep it, one file each, which other tools may read and write at the
// same time.
//
// A file holds the bytes of a program's one input that has a size: those of a fuzz target (inputs "size" and "data") or
// of standard input ("stdin_size" and "stdin").
//
// A folder with folders that have a queue is one that AFL++ instances share (their -o): files are read from all queues,
// and are written to the queue of an instance of our own, from where the others import them.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Corpus {
 public:
  // Makes the folder if it is not there. Folders in it that are no instances of AFL++, and files that cannot be read,
  // are left alone.
  static Result<Corpus> open(const std::string& folder);

  // One for each file that there was, in order of names, as a plan gives them to a run.
  [[nodiscard]] const std::vector<std::vector<Plan::Input>>& inputs() const { return inputs_; }
  // The same of files that others have written since the last call.
  std::vector<std::vector<Plan::Input>> added();

  // Keeps the input of a run in a file named by its content. Nothing if the run has no input of that form, or if a file
  // has it already.
  [[nodiscard]] Status keep(const Trace& trace);
  // The same for the input's bytes.
  [[nodiscard]] Status keep(const std::string& bytes);

 private:
  explicit Corpus(std::string folder) : folder_(std::move(folder)) {}
  Status look_for_queues();
  [[nodiscard]] Result<std::vector<std::string>> new_files();
  std::vector<std::vector<Plan::Input>> added_from(const std::vector<std::string>& paths);

  std::string folder_;
  bool has_queues_ = false;
  std::size_t next_id_ = 0;      // in our queue
  std::set<std::string> paths_;  // that were read or written
  std::set<std::string> known_;  // contents, by their names
  std::vector<std::vector<Plan::Input>> inputs_;
};

// The input's bytes; none if the run has no input of that form.
std::optional<std::string> corpus_bytes(const Trace& trace);

}  // namespace sleave
