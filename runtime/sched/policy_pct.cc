// pct: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010).
//
// Every thread has a random priority above `depth`; the enabled thread of highest priority runs. At depth - 1 steps,
// drawn from 1..length, the running thread's priority falls to a value below all initial ones. A bug that needs `depth`
// ordering constraints among n threads and k points is hit with probability at least 1 / (n * k^(depth-1)) per run.
//
// Ours differs in two ways. A thread that spins or yields is demoted below everyone, because a strict priority would
// let it spin for ever. And a step is a point with at least two threads enabled (change_points.h).
#include "runtime/sched/change_points.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {
std::uint64_t lowest;  // priority given to the next spinner: ever smaller

// Priorities: initial ones have the top bit set and random bits below; change point i of d - 1 gives 2^32 + d - i;
// spinners count down from 2^32.
constexpr std::uint64_t kInitial = 1ull << 63;
constexpr std::uint64_t kSpinner = 1ull << 32;

Thread* highest() {
  Thread* best = &scheduler.enabled(0);
  for (std::uint32_t i = 1; i < scheduler.enabled_count(); ++i) {
    Thread& other = scheduler.enabled(i);
    if (other.priority > best->priority) best = &other;
  }
  return best;
}

void start(Random& random) {
  change_points_start(random);
  lowest = kSpinner;
}

void add(Random& random, Thread& thread) { thread.priority = kInitial | (random.next() >> 1); }

Thread* choose(Random& /*random*/, Thread& /*current*/) {
  Thread* best = highest();
  while (const std::uint32_t rank = take_change_point()) {
    best->priority = kSpinner + rank;
    best = highest();
  }
  return best;
}

void waits(Random& /*random*/, Thread& thread) { thread.priority = --lowest; }

}  // namespace

const TailPolicy pct_policy = {start, add, choose, waits, StartsLate::if_nobody_waited};

}  // namespace sleave::rt
