// PairMemory: which code came upon an object as which other code left it, over all runs, and what to try next. The
// memory of `feedback`, in the manner of RFF (runtime/sched/steering.h).
//
// Pairs also say which code works on the same objects: two places that ever met at an object are of one kin. For a
// reader, every writer of its kin, and the object's first state, is something it could find there; rarely seen and
// rarely tried pairs are tried first. Sets of relations that led to a pair never seen before are kept, and built on.
//
// Steering towards a pair that cannot be costs a run, and so does one that is seen anyway. So a plan is steered with
// probability 1 / (1 + the runs that saw or tried its pair): where little is left to be tried, runs are as without
// this.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class PairMemory {
 public:
  // Gives the plan relations, by its seed; none as long as no pair is known, in one of eight plans,
  // and the more rarely the more familiar the pairs are.
  void steer(Plan& plan) const;

  void learn(const Plan& plan, const Trace& trace);

  [[nodiscard]] nlohmann::json save() const;
  void load(const nlohmann::json& saved);

 private:
  using Pair = std::pair<sleave_site, sleave_site>;  // writer, reader
  // In how many runs a pair was seen, and how many tried it. New counts take effect together, from time to time, so
  // that the next plans can mostly be guessed before the runs before them are over (Strategy::expected).
  struct Past {
    std::uint64_t met = 0;
    std::uint64_t met_lately = 0;
    bool seen = false;
  };
  struct Kin {
    std::vector<sleave_site> readers;
    std::vector<sleave_site> writers;
  };
  using Relations = std::vector<sleave_plan_relation>;  // without rivals

  static constexpr std::size_t kMostPairs = 4096;
  static constexpr std::size_t kMostKept = 256;
  static constexpr std::size_t kMostRelations = 4;  // of one plan

  void note_tried(const Plan& plan);
  void count_lately();
  void find_kin();
  [[nodiscard]] Pair draw_pair(Rng& random) const;
  [[nodiscard]] std::uint64_t familiarity(const Pair& pair) const;
  void add_rivals(Plan& plan) const;

  std::map<Pair, Past> pairs_;
  std::uint64_t runs_ = 0;
  std::vector<Relations> kept_;
  std::vector<Kin> kin_;                       // from pairs_
  std::vector<sleave_site> readers_;           // of all kin
  std::map<sleave_site, std::size_t> kin_of_;  // index into kin_
};

}  // namespace sleave
