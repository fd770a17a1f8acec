#include "engine/model/thread_table.h"

#include <algorithm>

#include "engine/base/rng.h"

namespace sleave {

bool ThreadTable::add(const sleave_plan_thread& thread) {
  const bool main = thread.parent == SLEAVE_NO_THREAD;
  if (main != threads_.empty() || (!main && thread.parent >= threads_.size()) || threads_.size() == kMost) return false;
  const auto [entry, added] =
      index_.emplace(std::pair(thread.parent, thread.ordinal), static_cast<std::uint32_t>(threads_.size()));
  if (!added) return false;
  threads_.push_back(thread);
  const std::uint64_t parent = main ? 0 : names_[thread.parent];
  names_.push_back(static_cast<std::uint32_t>(mix64(parent << 32 | thread.ordinal)));
  return true;
}

std::vector<std::uint32_t> ThreadTable::learn(const Trace& trace) {
  std::vector<std::uint32_t> place(trace.threads.size(), SLEAVE_NO_THREAD);  // of each thread in this table
  for (std::size_t i = 0; i < trace.threads.size(); ++i) {
    sleave_plan_thread path{SLEAVE_NO_THREAD, trace.threads[i].ordinal};
    if (i != 0) {
      path.parent = place[trace.threads[i].parent];
      if (path.parent == SLEAVE_NO_THREAD) continue;  // its parent found no room
    }
    const auto known = index_.find({path.parent, path.ordinal});
    if (known != index_.end()) {
      place[i] = known->second;
    } else if (add(path)) {
      place[i] = static_cast<std::uint32_t>(threads_.size() - 1);
    }
  }
  return place;
}

void ThreadTable::renew(std::vector<sleave_plan_thread>& older) const {
  const auto same = [](const sleave_plan_thread& a, const sleave_plan_thread& b) {
    return a.parent == b.parent && a.ordinal == b.ordinal;
  };
  const bool continues =
      older.size() <= threads_.size() && std::equal(older.begin(), older.end(), threads_.begin(), same);
  if (continues) older = threads_;
}

ThreadTable::Saved ThreadTable::save() const {
  Saved saved;
  for (const sleave_plan_thread& thread : threads_) saved.emplace_back(thread.parent, thread.ordinal);
  return saved;
}

bool ThreadTable::load(const Saved& saved) {
  threads_.clear();
  names_.clear();
  index_.clear();
  for (const auto& [parent, ordinal] : saved) {
    if (!add({parent, ordinal})) return false;
  }
  return true;
}

}  // namespace sleave
