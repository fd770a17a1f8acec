// Epoch-based reclamation: a reader pins the epoch that it sees, who reclaims looks for pins.
// 1: acquire-release fence in pin()
// 2: acquire-release fence in reclaim()
#include "mutant.h"

namespace {

std::atomic<bool> pinned;
std::atomic<bool> linked{true};
std::atomic<bool> freed;

void look() {
  pinned.store(true, relaxed);
  std::atomic_thread_fence(weakened(1, seq_cst, acq_rel));
  if (linked.load(acquire)) assert(!freed.load(relaxed));
  pinned.store(false, release);
}

void reclaim() {
  linked.store(false, release);
  std::atomic_thread_fence(weakened(2, seq_cst, acq_rel));
  if (!pinned.load(acquire)) freed.store(true, relaxed);
}

}  // namespace

int main() { run_both(look, reclaim); }
