#include "runtime/state/progress.h"

#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/state/search.h"

extern "C" void __sleave_expect_progress(int claim);

namespace sleave::rt {

ProgressClaim progress_claim;

namespace {

// Calls of small clients make a few hundred steps.
constexpr std::uint64_t kMostAlone = 10'000;
constexpr std::uint64_t kMostWithoutEnd = 40'000;

const Thread* last;         // that made a step
std::uint64_t alone;        // its steps in a row, in one call
std::uint64_t without_end;  // steps of all since a call began or ended
std::uint64_t progress;

void refuted(sleave_finding_kind kind, const char* message, const Thread& self) {
  fail({kind, message, self.pending.site, 0, self.pending.object});
}

}  // namespace

void check_progress(Thread& self) {
  if (is_search()) return;
  alone = &self == last ? alone + 1 : 1;
  last = &self;
  if (alone > kMostAlone) {
    refuted(SLEAVE_FIND_not_obstruction_free, "a call that runs alone has not ended after 10,000 steps", self);
  }
  if (progress_claim == ProgressClaim::lock_free && ++without_end > kMostWithoutEnd) {
    refuted(SLEAVE_FIND_not_lock_free, "no call has ended in 40,000 steps of the calls together", self);
  }
}

void check_progress_of_wait(Thread& self) {
  if (is_search() || !self.in_call || self.state != SLEAVE_THREAD_BLOCKED) return;
  refuted(SLEAVE_FIND_not_obstruction_free, "a call has to wait for another thread", self);
}

void note_progress() {
  last = nullptr;
  without_end = 0;
  ++progress;
}

std::uint64_t progress_so_far() { return progress; }

}  // namespace sleave::rt

// 1: obstruction-free, 2: lock-free.
SLEAVE_EXPORT void __sleave_expect_progress(int claim) {
  using namespace sleave::rt;
  if (controlled() && (claim == 1 || claim == 2)) progress_claim = static_cast<ProgressClaim>(claim);
}
