#include "engine/strategy/forest/precedence_closure.h"

#include <algorithm>

namespace sleave::interference {

PrecedenceClosure::PrecedenceClosure(const Units& units) : units_(units), threads_(units.thread_count()) {
  std::size_t count = 0;
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    first_.push_back(count);
    count += units.of(thread).size();
  }
  clocks_.resize(count * threads_);
  right_before_.resize(count);
}

bool PrecedenceClosure::allows(const std::vector<std::uint32_t>& at, UnitId unit) const {
  const std::uint32_t* needed = &clocks_[number(unit) * threads_];
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    if (needed[thread] > at[thread]) return false;
  }
  return true;
}

bool PrecedenceClosure::is_before(UnitId a, UnitId b) {
  return a.thread == b.thread ? a.index < b.index : clock(b)[a.thread] > a.index;
}

void PrecedenceClosure::add(UnitId a, UnitId b) {
  if (is_before(a, b)) return;
  if (a.thread != b.thread) right_before_[number(b)].push_back(a);
  clock(b)[a.thread] = std::max(clock(b)[a.thread], a.index + 1);  // of its own thread: a contradiction
  changed_ = true;
}

bool PrecedenceClosure::spread() {
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t thread = 0; thread < threads_; ++thread) {
      for (std::uint32_t i = 0; i < units_.of(thread).size(); ++i) {
        std::uint32_t* mine = clock({thread, i});
        const auto join = [&](UnitId other) {
          const std::uint32_t* theirs = clock(other);
          for (std::uint32_t t = 0; t < threads_; ++t) {
            const std::uint32_t upto = t == other.thread ? std::max(theirs[t], other.index + 1) : theirs[t];
            if (upto <= mine[t]) continue;
            mine[t] = upto;
            again = true;
          }
        };
        if (i != 0) join({thread, i - 1});
        for (const UnitId other : right_before_[number({thread, i})]) join(other);
        if (mine[thread] > i) return false;
      }
    }
  }
  return true;
}

// Of each thread only the last of its writes before the read, and the first after the source, say something new.
bool PrecedenceClosure::look_at(UnitId read, UnitId writer, bool initial) {
  const std::uint32_t place = units_[read].place;
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    const std::vector<std::uint32_t>& writes = units_.writes(place, thread);
    if (writes.empty()) continue;
    const std::uint32_t known = thread == read.thread ? read.index : clock(read)[thread];
    const auto behind = std::lower_bound(writes.begin(), writes.end(), known);
    if (behind != writes.begin()) {
      const UnitId last{thread, *std::prev(behind)};
      if (initial) return false;
      if (last.thread != writer.thread || last.index != writer.index) add(last, writer);
    }
    const auto after = std::find_if(writes.begin(), writes.end(), [&](std::uint32_t index) {
      const UnitId write{thread, index};
      return (thread != read.thread || index != read.index) && (initial || is_before(writer, write));
    });
    if (after != writes.end()) add(read, {thread, *after});
  }
  return true;
}

bool PrecedenceClosure::look_at_reads(const std::set<NodeId>& freed) {
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    for (std::uint32_t i = 0; i < units_.of(thread).size(); ++i) {
      const Unit& unit = units_.of(thread)[i];
      if (unit.reads == kNowhere || freed.contains(unit.main)) continue;
      const bool initial = units_.is_initial(unit.reads);
      const UnitId writer = units_.writer(unit.reads);
      if (!initial && writer.thread == kNowhere) return false;
      if (!initial) add(writer, {thread, i});
      if (!look_at({thread, i}, writer, initial)) return false;
    }
  }
  return true;
}

void PrecedenceClosure::look_at_locks() {
  for (const std::vector<Section>& sections : units_.sections()) {
    for (const Section& a : sections) {
      for (const Section& b : sections) {
        const bool complete = a.unlock.thread != kNowhere && b.unlock.thread != kNowhere;
        if (complete && a.lock.thread != b.lock.thread && is_before(a.lock, b.unlock)) add(a.unlock, b.lock);
      }
    }
  }
}

bool PrecedenceClosure::find(const std::set<NodeId>& freed) {
  if (units_.has_orphans()) return false;
  for (auto& units : right_before_) units.clear();
  std::fill(clocks_.begin(), clocks_.end(), 0);
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    for (std::uint32_t i = 0; i < units_.of(thread).size(); ++i) clock({thread, i})[thread] = i;
    if (units_.of(thread).empty()) continue;
    if (units_.creation_of(thread).thread != kNowhere) add(units_.creation_of(thread), {thread, 0});
    for (std::uint32_t i = 0; i < units_.of(thread).size(); ++i) {
      const Unit& unit = units_.of(thread)[i];
      const std::uint32_t other = units_.event(unit).other;
      if (unit.kind != Kind::join || !units_.ends(other)) continue;
      add({other, static_cast<std::uint32_t>(units_.of(other).size() - 1)}, {thread, i});
    }
  }
  do {
    if (!spread()) return false;
    changed_ = false;
    if (!look_at_reads(freed)) return false;
    look_at_locks();
  } while (changed_);
  return true;
}

}  // namespace sleave::interference
