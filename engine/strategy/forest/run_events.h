// Converts a trace into events of the search by interferences: each thread's behavior as a function of its reads.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/import.h"
#include "engine/expr/variables.h"
#include "engine/model/choice_set.h"
#include "engine/model/gaps/gap.h"
#include "engine/strategy/forest/run.h"
#include "engine/trace/trace.h"

namespace sleave {

// Which memory the runs so far have shared: several threads access it, and one of them writes after the first thread
// was created. Reads elsewhere concern only their own thread.
class SharedMemory {
 public:
  // Whether the run shows more.
  bool look_at(const Trace& trace);

  // Where shared accesses begin, in order: for plans.
  [[nodiscard]] const std::vector<std::uint64_t>& locations() const { return locations_; }
  [[nodiscard]] bool is_shared(std::uint64_t location) const;
  // Whether other shared accesses overlap those that begin there without being the same.
  [[nodiscard]] bool is_in_parts(std::uint64_t location) const { return in_parts_.contains(location); }
  [[nodiscard]] bool any_in_parts() const { return !in_parts_.empty(); }

 private:
  struct Use {
    std::uint32_t thread = 0;
    bool several = false;  // threads
    bool writes = false;   // when there were several
    [[nodiscard]] bool shared() const { return several && writes; }
  };
  void use(std::uint64_t location, std::uint64_t bytes, std::uint32_t thread, bool writes);
  void collect();

  std::unordered_map<std::uint64_t, Use> bytes_;
  std::map<std::uint64_t, std::set<std::uint64_t>> extents_;  // of accesses, by where they begin
  std::vector<std::uint64_t> locations_;
  std::set<std::uint64_t> in_parts_;
};

struct InterferenceRun {
  // The threads' events without fruitless iterations: those of loops that only read, after which everything is as it
  // was. Before it, for each such loop, the run up to the end of its first fruitless iteration, which it contains.
  std::vector<interference::Run> runs;
  Gaps gaps;            // what the search does not know
  std::string problem;  // the trace is wrong: a bug of Sleave
};

// `threads` names the trace's threads as plans do. `trace` was recorded with points, operands, path constraints, and
// the reads of `memory`, and with every plain access a point; its reads get names here.
InterferenceRun interference_run(const Trace& trace, const std::vector<std::uint32_t>& threads,
                                 const ChoiceSet& choices, expr::Pool& pool, expr::Variables& variables,
                                 const SharedMemory& memory);

}  // namespace sleave
