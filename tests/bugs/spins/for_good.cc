// BUG: Workers set their ready bits by load and store; a lost bit leaves the main thread spinning for ever.
// EXPECT: no_progress
//
// Before, each run has a loop of limited length that looks more often than it takes to suspect a livelock.
#include <atomic>
#include <thread>

std::atomic<bool> never{false};  // as far as the compiler knows, others write it

namespace {

std::atomic<unsigned> ready{0};

__attribute__((noinline)) bool all_ready() { return ready.load() == 3u; }

void start(unsigned bit) {
  const unsigned others = ready.load();
  ready.store(others | bit);
}

}  // namespace

int main() {
  for (int rounds = 0; rounds < 110'000 && !never.load(); ++rounds) {
  }
  std::thread audio(start, 1u);
  std::thread video(start, 2u);
  while (!all_ready()) {
  }
  audio.join();
  video.join();
}
