// The replay file of a finding: a short text header that people and scripts can read, then the plan.
// docs/formats/replay.md describes it byte by byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/trace/plan.h"

namespace sleave {

struct ReplayFile {
  std::string target;  // absolute path of the program
  std::vector<std::string> arguments;
  std::string directory;                  // working directory it was run in
  std::string build_id;                   // of the program, in hexadecimal; empty: it has none
  std::string threads;                    // "fiber", "native"
  std::string files{};                    // a row of abi/files.def; empty: not recorded, they were real
  std::string clients{};                  // as SLEAVE_CLIENTS has them (abi/environment.h)
  std::vector<std::string> one_thread{};  // arguments that make its calls in one thread (engine/run/one_thread.h)
  std::uint64_t stack_limit = 0;          // in bytes, ~0: none; 0: not recorded
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t run = 0;

  // What the run ended in, to be compared with.
  std::string kind;
  std::string signature;
  std::uint64_t hash = 0;
  std::uint64_t events = 0;

  Plan plan;
  std::string standard_input;  // its bytes
};

std::string serialize(const ReplayFile& file);
Result<ReplayFile> parse_replay_file(std::string_view bytes);

}  // namespace sleave
