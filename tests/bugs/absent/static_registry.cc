// REPAIRED: Filling is part of the registry's initialisation, which other threads wait for.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class Registry {
 public:
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

  Registry() {
    for (int i = 0; i < 3; ++i) count_.fetch_add(1);
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
