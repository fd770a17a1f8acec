// BUG: A pop follows the link of a node that another pop has taken and given back to the pool meanwhile.
// EXPECT: assertion
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> in_pool{false};
};

std::array<Node, 3> nodes;
std::atomic<Node*> top;

void push(Node& node) {
  Node* old = top.load();
  do node.next.store(old);
  while (!top.compare_exchange_strong(old, &node));
}

Node* following(const Node* node) {
  assert(!node->in_pool.load());
  return node->next.load();
}

void reclaim(Node* node) { node->in_pool.store(true); }

bool pop() {
  Node* old = top.load();
  while (old != nullptr) {
    if (top.compare_exchange_strong(old, following(old))) {
      reclaim(old);
      return true;
    }
  }
  return false;
}

}  // namespace

int main() {
  for (Node& node : nodes) push(node);
  std::thread a(pop);
  std::thread b([] {
    pop();
    pop();
  });
  a.join();
  b.join();
}
