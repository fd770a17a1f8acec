// COVERS: the atomic free functions on shared_ptr, shared_ptr and weak_ptr shared by threads, enable_shared_from_this.
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "say.h"

namespace {

struct Node : std::enable_shared_from_this<Node> {
  explicit Node(int n) : value(n) { ++live; }
  ~Node() { --live; }
  int value;
  static inline std::atomic<int> live{0};
};

void free_functions() {
  auto pointer = std::make_shared<Node>(1);
  VALUE(std::atomic_is_lock_free(&pointer));
  std::shared_ptr<Node> seen = std::atomic_load(&pointer);
  VALUE(seen->value);
  std::atomic_store(&pointer, std::make_shared<Node>(2));
  VALUE(std::atomic_exchange(&pointer, std::make_shared<Node>(3))->value);
  VALUE(std::atomic_compare_exchange_strong(&pointer, &seen, std::make_shared<Node>(4)));
  VALUE(seen->value);
  VALUE(std::atomic_compare_exchange_strong(&pointer, &seen, std::make_shared<Node>(5)));
  VALUE(std::atomic_load_explicit(&pointer, std::memory_order_acquire)->value);
}

void counted_by_threads() {
  auto total = std::make_shared<Node>(0);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&total] {
      for (int round = 0; round < 2; ++round) {
        std::shared_ptr<Node> seen = std::atomic_load(&total);
        while (!std::atomic_compare_exchange_weak(&total, &seen, std::make_shared<Node>(seen->value + 1))) {
        }
      }
    });
  }
  threads.clear();
  VALUE(total->value);
  VALUE(total.use_count());
}

void last_owner() {
  auto owner = std::make_shared<Node>(7);
  std::weak_ptr<Node> watch = owner;
  std::atomic<int> locked{0};
  {
    std::jthread a([copy = owner->shared_from_this()] {});
    std::jthread b([watch, &locked] {
      if (std::shared_ptr<Node> held = watch.lock()) locked += held->value == 7 ? 1 : 100;
    });
    owner.reset();
  }
  VALUE(locked.load() <= 1);
  VALUE(watch.expired());
}

}  // namespace

int main() {
  free_functions();
  counted_by_threads();
  last_owner();
  VALUE(Node::live.load());
}
