// BUG: A registry is filled after it was made; a thread that finds it made finds it half filled, or fills it again.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    if (registry.count_.load() == 0) {
      for (int i = 0; i < 3; ++i) registry.count_.fetch_add(1);
    }
    return registry;
  }

  [[nodiscard]] int count() const { return count_.load(); }

 private:
  std::atomic<int> count_{0};
};

void use() {
  const int found = Registry::instance().count();
  assert(found == 3);
}

}  // namespace

int main() {
  std::thread a(use);
  std::thread b(use);
  a.join();
  b.join();
}
