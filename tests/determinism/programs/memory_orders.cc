// COVERS: every order, size and operation of atomics, fences, flags, floating point and weak compare-exchange.
#include <atomic>
#include <cstdint>
#include <thread>

namespace {

std::atomic<std::uint8_t> small{0};
std::atomic<std::uint16_t> medium{1};
std::atomic<std::uint64_t> large{2};
std::atomic<double> real{0.5};
std::atomic_flag flag = ATOMIC_FLAG_INIT;
std::atomic<int*> cursor{nullptr};
int array[8] = {};

void mix(std::uint8_t amount) {
  small.fetch_add(amount, std::memory_order_relaxed);
  medium.fetch_or(amount, std::memory_order_acquire);
  large.fetch_xor(large.load(std::memory_order_acquire) + amount, std::memory_order_release);
  std::atomic_thread_fence(std::memory_order_acq_rel);
  real.fetch_add(amount);
  std::uint64_t expected = large.load(std::memory_order_relaxed);
  while (!large.compare_exchange_weak(expected, expected * 3, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
  while (flag.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  cursor.fetch_add(1);
  flag.clear(std::memory_order_release);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  small.exchange(static_cast<std::uint8_t>(medium.load() & 0xff));
}

}  // namespace

int main() {
  cursor.store(array);
  std::thread first(mix, std::uint8_t{1});
  std::thread second(mix, std::uint8_t{6});
  first.join();
  second.join();
}
