// LEAK: what fresh stack memory happens to hold: earlier frames, those of Sleave's own code among them.
//
// Atomics that begin without a value, at all depths, as locals, in arrays and in temporaries. Nobody reads what they
// held, but a store overwrites it.
#include <atomic>
#include <thread>

namespace {

// An atomic without a constructor that gives it a value, as before C++20.
struct Word {
  alignas(8) unsigned char bytes[8];
  void store(unsigned long value) {
    __atomic_store_n(reinterpret_cast<unsigned long*>(bytes), value, __ATOMIC_SEQ_CST);
  }
};

struct Table {
  Word words[24];
  Table() {}
  __attribute__((noinline)) void fill() {
    for (Word& word : words) word.store(0);
  }
};

std::atomic<int> turns{0};

__attribute__((noinline)) void descend(int depth) {
  Word here;
  here.store(1);
  Table table;
  table.fill();
  Table().fill();
  turns.fetch_add(1);
  if (depth > 0) descend(depth - 1);
  __asm__ volatile("" : : "r"(&table), "r"(&here) : "memory");  // both live until here: no tail call, no shared slots
}

}  // namespace

int main() {
  descend(8);
  std::thread first(descend, 4);
  std::thread second(descend, 4);
  first.join();
  second.join();
  descend(2);
}
