// A farm without a database: processes that share the work of a strategy, exchange it at random moments, and are
// killed.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class SharedPool {
 public:
  using MakeStrategy = std::function<std::unique_ptr<Strategy>()>;
  using Program = std::function<Trace(const Plan&)>;

  SharedPool(MakeStrategy make, Program program, std::size_t processes, std::uint64_t seed)
      : make_(std::move(make)), program_(std::move(program)), random_(seed), processes_(processes) {
    for (Process& process : processes_) start(process);
    free_.push_back(processes_[0].strategy->shared_work()->first_piece());
  }

  // Until nothing is open. One in `exchange` steps of a process is a cut, one in `kill` its end.
  void run(std::uint64_t exchange, std::uint64_t kill) {
    for (steps = 0; !is_over(); ++steps) {
      ASSERT_LT(steps, 1'000'000u) << "the search does not end";
      Process& process = processes_[random_.below(processes_.size())];
      if (kill != 0 && random_.below(kill) == 0) {
        end(process);
      } else if (random_.below(exchange) == 0 || !work(process)) {
        cut(process);
      }
    }
    EXPECT_EQ(1 + totals.made, totals.done);
  }

  SearchTotals totals;
  std::set<std::uint64_t> classes;
  std::uint64_t runs = 0;  // made, counted or not
  std::uint64_t kills = 0;
  std::uint64_t steps = 0;

 private:
  struct Process {
    std::unique_ptr<Strategy> strategy;
    std::map<std::uint64_t, std::vector<std::uint8_t>> held;
  };

  void start(Process& process) {
    process.strategy = make_();
    ASSERT_TRUE(process.strategy->shared_work()->begin_epoch("{}", {}).ok());
  }

  [[nodiscard]] bool is_over() const {
    for (const Process& process : processes_) {
      if (!process.held.empty()) return false;
    }
    return free_.empty();
  }

  // One run. False: it has none.
  bool work(Process& process) {
    const std::optional<Plan> plan = process.strategy->next();
    if (!plan) return false;
    ++runs;
    const Trace trace = program_(*plan);
    process.strategy->study(*plan, trace);
    process.strategy->done(*plan, trace);
    return true;
  }

  // Takes work if it has none, and gives some away if nothing is free.
  void cut(Process& process) {
    SharedWork& work = *process.strategy->shared_work();
    const SearchCut cut = work.cut(free_.empty() ? 1 + random_.below(3) : 0);
    for (const std::uint64_t piece : cut.removed) process.held.erase(piece);
    for (const SavedWork& piece : cut.kept) process.held[piece.id] = piece.bytes;
    for (const SavedWork& piece : cut.given) {
      process.held.erase(piece.id);
      free_.push_back(piece.bytes);
    }
    add(cut.totals);
    classes.insert(cut.classes.begin(), cut.classes.end());
    if (work.open_here() != 0 || free_.empty()) return;
    const std::size_t place = random_.below(free_.size());
    process.held[work.add_piece(free_[place])] = free_[place];
    free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  void end(Process& process) {
    for (auto& [piece, bytes] : process.held) free_.push_back(bytes);
    process.held.clear();
    start(process);
    ++kills;
  }

  void add(const SearchTotals& more) {
    totals.complete_runs += more.complete_runs;
    totals.blocked_runs += more.blocked_runs;
    totals.deadlocked_classes += more.deadlocked_classes;
    totals.failed_runs += more.failed_runs;
    totals.class_sum += more.class_sum;
    totals.made += more.made;
    totals.done += more.done;
    totals.weight += more.weight;
    totals.gaps.insert(more.gaps.begin(), more.gaps.end());
  }

  const MakeStrategy make_;
  const Program program_;
  Rng random_;
  std::vector<Process> processes_;
  std::vector<std::vector<std::uint8_t>> free_;
};

}  // namespace sleave
