// REPAIRED: Who lowers the count to zero destroys.
// INPUT: script 16 bits: four bits each for four calls of a client (1 share, 2 drop, 3 close; others nothing)
// WITNESS: script=0x0031
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

std::atomic<int> holders{1};
std::atomic<bool> destroyed{false};
std::atomic<bool> shared{false};

void release() {
  if (holders.fetch_sub(1) == 1) destroyed.store(true);
}

// The client's own share is closed by another thread, if it was made.
void client(std::uint16_t script) {
  bool open = true;
  int shares = 0;
  for (int i = 0; i < 4 && open; ++i) {
    switch (script >> 4 * i & 15) {
      case 1:
        if (shares++ == 0) holders.fetch_add(1);
        break;
      case 2:
        if (shares-- == 1) holders.fetch_sub(1);
        break;
      case 3:
        if (shares == 1) shared.store(true);
        release();
        open = false;
        break;
      default:
        break;
    }
  }
  if (open && shares == 1) holders.fetch_sub(1);
  if (open) release();
}

void other_holder() {
  if (shared.load()) release();
}

}  // namespace

int main() {
  const auto script = sleave::any<std::uint16_t>("script");
  std::thread one([=] { client(script); });
  std::thread two(other_holder);
  one.join();
  two.join();
  if (holders.load() == 0) assert(destroyed.load());
}
