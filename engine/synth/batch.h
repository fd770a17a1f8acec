// Many classes, one after the other: a list of them, and what came of each.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave::synth {

// A line of the list: what a command line of `sleave synth` would have.
struct BatchEntry {
  std::string name;  // of its folder; no two are equal
  std::vector<std::string> words;
};

// Lines are empty, comments after '#', or entries; words are separated by blanks, and may have quotes around them.
Result<std::vector<BatchEntry>> read_batch(const std::string& list);

struct BatchResult {
  std::string name;
  std::string subject;                    // the class or handle
  std::vector<std::string> callable;      // operations
  std::vector<std::string> not_callable;  // not understood, or rejected by the compiler
  double seconds_to_first_run = 0;
  std::string outcome;  // "complete for 4 calls", "not linearizable", or why there is none
  std::string details;  // what the command printed
};

// The result of an entry, of the JSON that --summary writes and of what the command printed. An empty `summary`: the
// command ended before the search began.
BatchResult batch_result(const BatchEntry& entry, const std::string& summary, const std::string& printed);

std::string batch_table(const std::vector<BatchResult>& results);
std::string batch_page(const std::vector<BatchResult>& results);

}  // namespace sleave::synth
