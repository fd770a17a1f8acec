// BUG: A lock-free free list compares only the index of its head, which can leave and come back (ABA).
// EXPECT: assertion
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

constexpr std::uint64_t kNone = 0xff;

// Head: index of the first free block in the low byte.
std::atomic<std::uint64_t> head{0};
std::array<std::atomic<std::uint64_t>, 3> next{1, 2, kNone};
std::array<std::atomic<bool>, 3> owned{};

std::uint64_t index_of(std::uint64_t value) { return value & 0xff; }

std::uint64_t replace_index(std::uint64_t, std::uint64_t index) { return index; }

std::uint64_t take() {
  std::uint64_t old = head.load();
  while (index_of(old) != kNone) {
    const std::uint64_t following = next[index_of(old)].load();
    if (head.compare_exchange_strong(old, replace_index(old, following))) {
      const bool was_owned = owned[index_of(old)].exchange(true);
      assert(!was_owned);
      return index_of(old);
    }
  }
  return kNone;
}

void give_back(std::uint64_t block) {
  owned[block].store(false);
  std::uint64_t old = head.load();
  do {
    next[block].store(index_of(old));
  } while (!head.compare_exchange_strong(old, replace_index(old, block)));
}

}  // namespace

int main() {
  std::thread hoarder([] {
    take();
    take();
  });
  std::thread worker([] {
    const std::uint64_t scratch = take();
    take();  // kept
    if (scratch != kNone) give_back(scratch);
  });
  hoarder.join();
  worker.join();
}
