// BUG: Workers set their ready bits by load and store; a lost bit leaves the main thread polling for ever.
// EXPECT: no_progress
#include <atomic>
#include <thread>

namespace {

std::atomic<unsigned> ready{0};

void start(unsigned bit) {
  const unsigned others = ready.load();
  ready.store(others | bit);
}

}  // namespace

int main() {
  std::thread audio(start, 1u);
  std::thread video(start, 2u);
  while (ready.load() != 3u) std::this_thread::yield();
  audio.join();
  video.join();
}
