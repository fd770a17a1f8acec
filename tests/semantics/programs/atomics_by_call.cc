// COVERS: atomics that no instruction serves: structures of 3, 12, 16, 24 and 64 bytes, through libatomic's functions.
#include <array>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "say.h"

namespace {

template <std::size_t Size>
struct Block {
  std::array<std::uint8_t, Size> bytes;

  explicit Block(std::uint8_t value = 0) noexcept { bytes.fill(value); }
  bool whole() const {
    for (std::uint8_t byte : bytes) {
      if (byte != bytes[0]) return false;
    }
    return true;
  }
};

template <std::size_t Size>
void operations() {
  using B = Block<Size>;
  std::atomic<B> block(B(1));
  VALUE(Size);
  VALUE(block.load().bytes[Size - 1]);
  block.store(B(2), std::memory_order_release);
  VALUE(block.exchange(B(3)).bytes[0]);
  B expected(9);
  VALUE(block.compare_exchange_strong(expected, B(4)));
  VALUE(expected.bytes[Size - 1]);
  VALUE(block.compare_exchange_strong(expected, B(4)));
  while (!block.compare_exchange_weak(expected, B(5))) {
  }
  VALUE(block.load(std::memory_order_acquire).bytes[0]);
}

// Four threads add one each, three times; nobody ever sees half a value.
template <std::size_t Size>
void counting() {
  using B = Block<Size>;
  std::atomic<B> block(B(0));
  std::atomic<int> torn{0};
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3; ++round) {
        B seen = block.load();
        while (!block.compare_exchange_weak(seen, B(static_cast<std::uint8_t>(seen.bytes[0] + 1)))) {
        }
        if (!seen.whole()) ++torn;
      }
    });
  }
  threads.clear();
  VALUE(block.load().bytes[0]);
  VALUE(torn.load());
}

}  // namespace

int main() {
  operations<3>();
  operations<12>();
  operations<16>();
  operations<24>();
  operations<64>();
  counting<3>();
  counting<16>();
  counting<24>();
}
