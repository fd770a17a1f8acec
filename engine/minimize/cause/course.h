// Course: where the points of a run are, stored by how it differs from the reported run.
//
// A search that compares dozens of runs of a million events each cannot keep their moments: they take as much memory as
// the traces. But each thread does in nearly all of these runs what it did in the reported one, only at another time.
// So of each thread the length of the common beginning is kept, the points behind it, and the order in which the
// threads had their turns.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/minimize/cause/moment.h"
#include "engine/trace/trace.h"

namespace sleave {

// The points of the reported run, to which others are compared.
class ReportedPoints {
 public:
  // `reported` outlives this object.
  explicit ReportedPoints(const Trace& reported);

  [[nodiscard]] const Trace& trace() const { return reported_; }
  // The event of a thread's n-th point; nothing if it has fewer.
  [[nodiscard]] const sleave_event* point(std::uint32_t thread, std::uint64_t n) const;
  [[nodiscard]] std::uint64_t count(std::uint32_t thread) const { return events_[thread].size(); }

  // Its name, for a point that there is.
  [[nodiscard]] Moment moment(std::uint32_t thread, std::uint64_t n) const;
  // Points of its thread before the moment; nothing if the run did not come to it.
  [[nodiscard]] std::optional<std::uint64_t> place(const Moment& moment) const;
  // What the thread was about to do at the end.
  [[nodiscard]] std::optional<Moment> pending(std::uint32_t thread) const;
  // How often the moment's operation occurs among the first `points` of its thread.
  [[nodiscard]] std::uint64_t occurrences(const Moment& moment, std::uint64_t points) const;

 private:
  const Trace& reported_;
  std::vector<std::vector<std::uint64_t>> events_;  // by thread
};

class Course {
 public:
  Course(const Trace& run, const ReportedPoints& reported);

  // How many points of the run come before the moment. Nothing if the run did not come to it.
  [[nodiscard]] std::optional<std::uint64_t> find(const Moment& moment, const ReportedPoints& reported) const;

  // The name of a thread's n-th point in this run.
  [[nodiscard]] std::optional<Moment> moment(std::uint32_t thread, std::uint64_t n,
                                             const ReportedPoints& reported) const;

 private:
  struct Turn {
    std::uint64_t first = 0;   // of the thread's points
    std::uint64_t before = 0;  // points of all threads
  };
  struct Other {
    std::uint32_t kind = 0;
    sleave_site site = 0;
  };
  struct Thread {
    std::uint64_t common = 0;   // points that are as in the reported run
    std::vector<Other> others;  // behind them
    std::vector<Turn> turns;
  };

  void add(const sleave_event& event, Thread& thread, std::uint32_t index, const ReportedPoints& reported);
  [[nodiscard]] static std::uint64_t position(const Thread& thread, std::uint64_t n);

  std::vector<Thread> threads_;  // by thread of the reported run
};

}  // namespace sleave
