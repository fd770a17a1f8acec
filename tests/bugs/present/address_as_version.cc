// BUG: A reader takes a setting at the same address for the same setting; the address may have been reused (ABA).
// EXPECT: assertion
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Setting {
  int version;
};

std::mutex lock;
std::unique_ptr<Setting> current = std::make_unique<Setting>(Setting{0});

void change() {
  for (int version = 1; version <= 2; ++version) {
    const std::lock_guard guard(lock);
    auto next = std::make_unique<Setting>(Setting{version});
    current = std::move(next);
  }
}

void read_twice() {
  const Setting* seen;
  int version;
  {
    const std::lock_guard guard(lock);
    seen = current.get();
    version = current->version;
  }
  const std::lock_guard guard(lock);
  const bool same = current.get() == seen;
  if (same) assert(current->version == version);
}

}  // namespace

int main() {
  std::thread writer(change);
  std::thread reader(read_twice);
  writer.join();
  reader.join();
}
