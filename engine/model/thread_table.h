// ThreadTable: the spawn paths seen so far. It goes into every plan, so that a target which forks for each run can have
// those threads ready before it forks.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class ThreadTable {
 public:
  // Adds what is new, up to a number of threads that a target can reasonably prepare. Returns the place of each of the
  // trace's threads in this table, SLEAVE_NO_THREAD where there was no room.
  std::vector<std::uint32_t> learn(const Trace& trace);

  // In the order in which they were first seen; a parent precedes its children.
  [[nodiscard]] const std::vector<sleave_plan_thread>& threads() const { return threads_; }

  // Of each thread, a hash of its spawn path: the same in every process, whatever it saw first.
  [[nodiscard]] const std::vector<std::uint32_t>& names() const { return names_; }

  // Replaces an older copy of this table by the current one. Another table stays as it is.
  void renew(std::vector<sleave_plan_thread>& older) const;

  // The table as parents and ordinals, for saving. load() returns false if that is not one.
  using Saved = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  [[nodiscard]] Saved save() const;
  bool load(const Saved& saved);

 private:
  bool add(const sleave_plan_thread& thread);

  static constexpr std::size_t kMost = 1024;
  std::vector<sleave_plan_thread> threads_;
  std::vector<std::uint32_t> names_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> index_;
};

}  // namespace sleave
