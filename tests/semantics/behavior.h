// Behavior: what a program printed and how it ended, for comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sleave {

struct Behavior {
  std::string output;  // standard output and standard error in one
  std::string end;     // "exit code 3", "signal 11", "no end"

  bool operator==(const Behavior&) const = default;
};

struct Delay {
  std::string library;  // of delays.c
  std::string who;
};

// Nobody controls a native run: programs that nap so that another thread comes first print something else when the
// whole machine stands still meanwhile. So such a run is repeated, which mends an accident and hides no rule that is
// broken.

// Runs `program` as anybody would, until it does what it did before. `file` takes its output. Nothing if it cannot be
// started or does something else each time.
std::optional<Behavior> usual_behavior(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::string& file);

// Runs `program` as anybody would, up to three times, until it does what is expected. The last behavior; nothing if it
// cannot be started.
std::optional<Behavior> behavior_alone(const std::string& program, const std::vector<std::string>& arguments,
                                       const std::string& file, const Behavior& expected);

// The same with delays.c preloaded, which lets every new thread (`who` is "created"), or the one that makes it
// ("creator"), stand still for a moment.
std::optional<Behavior> behavior_delayed(const std::string& program, const std::vector<std::string>& arguments,
                                         const std::string& file, const Behavior& expected, const Delay& delay);

std::string file_text(const std::string& path);

// The first lines that differ, on both sides, and how both ended if that differs.
std::string difference_text(const Behavior& expected, const Behavior& seen);

}  // namespace sleave
