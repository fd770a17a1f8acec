// BUG: a reader publishes its hazard pointer and looks again; who unlinks then scans the hazard pointers. Release and
// acquire let both overlook each other.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

#ifdef REPAIRED
constexpr auto store = std::memory_order_seq_cst;
constexpr auto load = std::memory_order_seq_cst;
#else
constexpr auto store = std::memory_order_release;
constexpr auto load = std::memory_order_acquire;
#endif

struct Node {
  std::atomic<bool> freed{false};
};

Node node;
std::atomic<Node*> head{&node};
std::atomic<Node*> hazard{nullptr};

void use() {
  Node* const found = head.load(load);
  if (found == nullptr) return;
  hazard.store(found, store);
  if (head.load(load) == found) assert(!found->freed.load(std::memory_order_relaxed));
  hazard.store(nullptr, std::memory_order_release);
}

void reclaim() {
  head.store(nullptr, store);
  if (hazard.load(load) != &node) node.freed.store(true, std::memory_order_relaxed);
}

}  // namespace

int main() {
  std::thread user(use);
  std::thread reclaimer(reclaim);
  user.join();
  reclaimer.join();
}
