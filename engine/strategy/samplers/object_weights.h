// ObjectWeights: which objects the threads of a program share, and how many events each thread makes at them, as
// earlier runs showed it. From this surw takes the objects of a run and its weights.
//
// A run selects one object with probability 1/2, two with 1/4, and all of them with 1/4. One at a time is what the
// authors of SURW do: fewer events to interleave are more of each interleaving. Objects are drawn by the number of
// events at them. Only objects that two threads use, and one changes, are worth it.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class ObjectWeights {
 public:
  // Whether run `run` should record contacts: early ones, and some later, because counts change with the schedule.
  [[nodiscard]] static bool wants(std::uint64_t run) { return run < 8 || run % 16 == 0; }

  // Selects objects by the plan's seed. Without any contact so far the plan gets none.
  void select(Plan& plan) const;

  // `places`: of the trace's threads in the plans' table.
  void learn(const Trace& trace, const std::vector<std::uint32_t>& places);

  [[nodiscard]] nlohmann::json save() const;
  void load(const nlohmann::json& saved);

 private:
  // A moving mean, by place of the thread: each new count is a quarter of it.
  struct Object {
    std::map<std::uint32_t, double> counts;
    bool written = false;
  };
  static constexpr std::size_t kMost = 512;

  [[nodiscard]] std::vector<sleave_location> draw(std::uint64_t seed) const;
  void find_shared();

  std::map<sleave_location, Object> objects_;
  std::vector<sleave_location> shared_;
};

}  // namespace sleave
