// Every kind of access and event in a row of kTimes, between marks that bench/count_instructions.cc counts between:
// first while the program has one thread, then in a thread for which main waits, then in two that are both enabled.
// A region's name is its place in the list of bench/instructions.py.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace {

constexpr int kTimes = 16;

// Ends the region that is counted and begins another; 0: none. Without a tracer the program dies here.
__attribute__((always_inline)) inline void mark(long region) { __asm__ volatile("int3" : : "a"(region)); }

struct Shared {
  long plain[64] = {};
  std::atomic<long> atomic{0};
  std::mutex mutex;
};

long global[64];

// Keeps an access of its own for each turn of a loop, and the value that was read.
__attribute__((always_inline)) inline void keep() { __asm__ volatile("" : : : "memory"); }
__attribute__((always_inline)) inline void keep(long value) { __asm__ volatile("" : : "r"(value) : "memory"); }

// First outside of the count: what is made at the first use is not what a use costs.
template <typename Each>
void count(long region, Each each) {
  for (const long now : {0L, region}) {
    mark(now);
#pragma clang loop unroll(disable)
    for (int i = 0; i < kTimes; ++i) each(i);
  }
  mark(0);
}

void every_kind(Shared& shared, long first) {
  count(first, [](int) { __asm__ volatile(""); });
  count(first + 1, [](int i) {
    global[i] = i;
    keep();
  });
  count(first + 2, [](int i) { keep(global[i]); });
  count(first + 3, [&](int i) {
    shared.plain[i] = i;
    keep();
  });
  count(first + 4, [&](int i) { keep(shared.plain[i]); });
  count(first + 5, [&](int) { (void)shared.atomic.load(std::memory_order_relaxed); });
  count(first + 6, [&](int) { (void)shared.atomic.load(); });
  count(first + 7, [&](int i) { shared.atomic.store(i); });
  count(first + 8, [&](int i) { shared.atomic.fetch_add(i); });
  count(first + 9, [&](int i) {
    long old = i;
    shared.atomic.compare_exchange_strong(old, i);
  });
  count(first + 10, [&](int) { const std::lock_guard lock(shared.mutex); });
}

constexpr long kKinds = 11;

void two_threads(Shared& shared) {
  std::atomic<bool> go{false};
  std::thread other([&] {
    while (!go.load()) std::this_thread::yield();
    for (int i = 0; i < kTimes; ++i) shared.atomic.fetch_add(1);
  });
  go.store(true);
  mark(1 + 2 * kKinds);
  for (int i = 0; i < kTimes; ++i) shared.atomic.fetch_add(1);
  mark(0);
  other.join();
}

}  // namespace

int main() {
  const auto shared = std::make_unique<Shared>();
  every_kind(*shared, 1);
  std::thread([&] { every_kind(*shared, 1 + kKinds); }).join();
  two_threads(*shared);
}
