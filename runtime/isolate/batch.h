// A batch: several plans that a worker runs one after the other, without asking the explorer in between
// (abi/channel.h).
//
// What a run leaves in the trace area is packed behind the traces of the runs before, so that the explorer finds them
// all. The last run of a batch, which is the one that ended in some other way than well, or the last plan's, stays in
// the trace area and is answered as if it had been the only one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/plan.h"
#include "abi/trace.h"

namespace sleave::rt {

class Batch {
 public:
  // A command has come: begins with the first plan. The trace area is as the explorer wrote it.
  void begin();

  // The plan to run now.
  [[nodiscard]] sleave_plan* plan() const;

  // After a run that ended well: the plan after it; null: there is none, or the explorer has to examine what this run
  // found before it can choose the next plan.
  [[nodiscard]] sleave_plan* next() const;

  // Packs the trace of the run; false if there is no room for it, or if it is damaged.
  bool pack();

  // Moves on to the next plan, with an empty trace.
  void advance();

 private:
  [[nodiscard]] bool sections_are_sound() const;

  sleave_trace empty_trace_;
  std::uint32_t plans_left_;   // with the present one
  std::uint64_t plan_offset_;  // of the present one in the plan area
  std::uint64_t packed_bytes_;
};

}  // namespace sleave::rt
