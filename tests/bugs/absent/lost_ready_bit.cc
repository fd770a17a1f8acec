// REPAIRED: A bit is set by one atomic operation.
#include <atomic>
#include <thread>

namespace {

std::atomic<unsigned> ready{0};

void start(unsigned bit) { ready.fetch_or(bit); }

}  // namespace

int main() {
  std::thread audio(start, 1u);
  std::thread video(start, 2u);
  while (ready.load() != 3u) std::this_thread::yield();
  audio.join();
  video.join();
}
