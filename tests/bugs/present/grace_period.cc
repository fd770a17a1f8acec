// BUG: The writer waits for readers to leave and then takes the old version out; a reader enters in between.
// EXPECT: assertion
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Version {
  std::atomic<bool> alive{true};
};

std::array<Version, 2> versions;
std::atomic<Version*> current{&versions[0]};
std::atomic<int> readers{0};

void wait_for_readers() {
  while (readers.load() != 0) std::this_thread::yield();
}

void replace() {
  wait_for_readers();
  Version* old = current.exchange(&versions[1]);
  old->alive.store(false);
}

void read_version() {
  readers.fetch_add(1);
  const Version* version = current.load();
  const bool alive = version->alive.load();
  assert(alive);
  readers.fetch_sub(1);
}

}  // namespace

int main() {
  std::thread reader(read_version);
  std::thread writer(replace);
  reader.join();
  writer.join();
}
