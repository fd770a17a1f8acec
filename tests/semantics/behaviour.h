// Behaviour: what a program printed and how it ended, for comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sleave {

struct Behaviour {
  std::string output;  // standard output and standard error in one
  std::string end;     // "exit code 3", "signal 11"

  bool operator==(const Behaviour&) const = default;
};

// Runs `program` as anybody would and waits for it. `file` takes its output. Nothing if it cannot be started.
std::optional<Behaviour> run_alone(const std::string& program, const std::vector<std::string>& arguments,
                                   const std::string& file);

std::string file_text(const std::string& path);

// The first lines that differ, on both sides, and how both ended if that differs.
std::string difference_text(const Behaviour& expected, const Behaviour& seen);

}  // namespace sleave
