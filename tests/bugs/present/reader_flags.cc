// BUG: A lock with a flag for each reader: the writer looks at the flags before it has raised its own.
// EXPECT: assertion
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

std::array<std::atomic<bool>, 2> reading{};
std::atomic<bool> writing{false};
std::atomic<int> readers_inside{0};

void read_lock(std::size_t reader) {
  for (;;) {
    reading[reader].store(true);
    if (!writing.load()) return;
    reading[reader].store(false);
    while (writing.load()) std::this_thread::yield();
  }
}

void wait_for_readers() {
  for (const auto& flag : reading) {
    while (flag.load()) std::this_thread::yield();
  }
}

void read_something(std::size_t reader) {
  read_lock(reader);
  readers_inside.fetch_add(1);
  readers_inside.fetch_sub(1);
  reading[reader].store(false);
}

void write_something() {
  wait_for_readers();
  writing.store(true);
  const int inside = readers_inside.load();
  assert(inside == 0);
  writing.store(false);
}

}  // namespace

int main() {
  std::thread a(read_something, 0);
  std::thread b(read_something, 1);
  std::thread c(write_something);
  a.join();
  b.join();
  c.join();
}
