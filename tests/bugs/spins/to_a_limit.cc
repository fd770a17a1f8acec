// REPAIRED: The bits are set by an atomic update, so the loop without a limit ends.
//
// Another thread gives up after more looks than it takes to suspect a livelock, in functions of their own or not, and
// what comes after them still happens.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<bool> never{false};  // as far as the compiler knows, others write it

namespace {

std::atomic<unsigned> ready{0};

__attribute__((noinline)) bool all_ready() { return ready.load() == 3u; }
__attribute__((noinline)) bool is_never() { return never.load(); }

int look_in_vain() {
  int rounds = 0;
  while (rounds < 200'000 && !never.load()) ++rounds;
  return rounds;
}

int look_in_vain_by_calls() {
  int rounds = 0;
  while (rounds < 200'000 && !is_never()) ++rounds;
  return rounds;
}

void start(unsigned bit) { ready.fetch_or(bit); }

}  // namespace

int main() {
  int rounds = 0;
  std::thread in_vain([&] { rounds = look_in_vain() + look_in_vain_by_calls(); });
  std::thread audio(start, 1u);
  std::thread video(start, 2u);
  while (!all_ready()) {
  }
  audio.join();
  video.join();
  in_vain.join();
  if (rounds != 400'000) std::abort();
}
