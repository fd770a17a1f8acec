// REPAIRED: Nodes are given back only after every pop that could have seen them has ended.
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
std::atomic<int> poppers;
std::atomic<Node*> limbo;

void push(Node& node) {
  Node* old = top.load();
  do node.next.store(old);
  while (!top.compare_exchange_strong(old, &node));
}

Node* following(const Node* node) {
  assert(!node->in_pool.load());
  return node->next.load();
}

void retire(Node* node) {
  Node* old = limbo.load();
  do node->next.store(old);
  while (!limbo.compare_exchange_strong(old, node));
}

// Whoever is the only popper may empty what it found in limbo: later poppers cannot reach those nodes.
void leave() {
  Node* mine = poppers.load() == 1 ? limbo.exchange(nullptr) : nullptr;
  const bool alone = poppers.fetch_sub(1) == 1;
  while (mine != nullptr) {
    Node* next = mine->next.load();
    if (alone) mine->in_pool.store(true);
    mine = next;
  }
}

bool pop() {
  poppers.fetch_add(1);
  Node* old = top.load();
  while (old != nullptr && !top.compare_exchange_strong(old, following(old))) {
  }
  if (old != nullptr) retire(old);
  leave();
  return old != nullptr;
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
