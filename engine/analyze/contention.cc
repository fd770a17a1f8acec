#include "engine/analyze/contention.h"

#include <algorithm>

#include "abi/words.h"
#include "engine/trace/event_kinds.h"

namespace sleave {
namespace {

// Vector clocks of creation and joining alone. A thread's own component counts its events.
class LifeClocks {
 public:
  explicit LifeClocks(std::size_t threads) : clocks_(threads, std::vector<std::uint64_t>(threads)) {}

  void step(const sleave_event& event) {
    auto& mine = clocks_[event.thread];
    ++mine[event.thread];
    if (event.kind != SLEAVE_EV_thread_create && event.kind != SLEAVE_EV_thread_join) return;
    const std::uint64_t subject = subject_thread(event);
    if (subject >= clocks_.size() || subject == event.thread) return;
    const bool failed = (event.flags & (SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT)) != 0;
    if (event.kind == SLEAVE_EV_thread_create) merge(clocks_[subject], mine);
    if (event.kind == SLEAVE_EV_thread_join && !failed) merge(mine, clocks_[subject]);
  }

  [[nodiscard]] std::uint64_t now(std::uint32_t thread) const { return clocks_[thread][thread]; }

  // Whether `thread` at its own time `time` is ordered before what `observer` does now.
  [[nodiscard]] bool ordered(std::uint32_t thread, std::uint64_t time, std::uint32_t observer) const {
    return time <= clocks_[observer][thread];
  }

 private:
  static void merge(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }

  std::vector<std::vector<std::uint64_t>> clocks_;
};

struct LastUse {
  std::uint32_t thread;
  std::uint64_t read, write;  // own time of the last one, 0: none
};

struct Cell {
  std::vector<LastUse> uses;
  bool contended = false;
};

bool competes(const Cell& cell, const LifeClocks& clocks, std::uint32_t thread, bool write) {
  return std::any_of(cell.uses.begin(), cell.uses.end(), [&](const LastUse& use) {
    if (use.thread == thread) return false;
    return !clocks.ordered(use.thread, use.write, thread) || (write && !clocks.ordered(use.thread, use.read, thread));
  });
}

void note_use(Cell& cell, std::uint32_t thread, std::uint64_t time, bool write) {
  auto use = std::find_if(cell.uses.begin(), cell.uses.end(), [=](const LastUse& u) { return u.thread == thread; });
  if (use == cell.uses.end()) use = cell.uses.insert(cell.uses.end(), {thread, 0, 0});
  (write ? use->write : use->read) = time;
}

bool has_object(const sleave_event& event) {
  const Category what = category(event.kind);
  return event.location != 0 && what != Category::none && what != Category::thread &&
         event.kind != SLEAVE_EV_heap_alloc && event.kind != SLEAVE_EV_heap_free;
}

// Every location at which some operation begins; ranges are cut at these.
class Cells {
 public:
  explicit Cells(const Trace& trace) {
    for (const auto& event : trace.events) {
      if (has_object(event)) begins_.push_back(event.location);
    }
    std::sort(begins_.begin(), begins_.end());
    begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
    cells_.resize(begins_.size());
  }

  // Calls `visit` with each cell the event touches.
  template <typename Visit>
  void each(const sleave_event& event, Visit visit) {
    const std::uint64_t bytes = is_data_access(event.kind) ? std::max<std::uint64_t>(access_bytes(event), 1) : 1;
    for (auto at = std::lower_bound(begins_.begin(), begins_.end(), event.location);
         at != begins_.end() && *at - event.location < bytes; ++at) {
      visit(cells_[static_cast<std::size_t>(at - begins_.begin())]);
    }
  }

 private:
  std::vector<sleave_location> begins_;
  std::vector<Cell> cells_;
};

}  // namespace

std::vector<bool> contended_events(const Trace& trace) {
  Cells cells(trace);
  LifeClocks clocks(trace.threads.size());
  for (const auto& event : trace.events) {
    clocks.step(event);
    if (!has_object(event)) continue;
    const bool write = is_write(event) || !is_data_access(event.kind);
    cells.each(event, [&](Cell& cell) {
      cell.contended = cell.contended || competes(cell, clocks, event.thread, write);
      note_use(cell, event.thread, clocks.now(event.thread), write);
    });
  }
  std::vector<bool> contended(trace.events.size());
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (!has_object(trace.events[i])) continue;
    cells.each(trace.events[i], [&](const Cell& cell) { contended[i] = contended[i] || cell.contended; });
  }
  return contended;
}

}  // namespace sleave
