// REPAIRED: A taker that finds head and tail on the same node moves the tail on before it takes.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<int> value{0};
};

std::array<Node, 3> nodes;
std::atomic<Node*> head{&nodes[0]};
std::atomic<Node*> tail{&nodes[0]};

void append(Node& node, int value) {
  node.value.store(value);
  for (;;) {
    Node* last = tail.load();
    Node* after = nullptr;
    if (last->next.compare_exchange_strong(after, &node)) {
      tail.compare_exchange_strong(last, &node);
      return;
    }
    tail.compare_exchange_strong(last, after);
  }
}

int take() {
  for (;;) {
    Node* first = head.load();
    Node* next = first->next.load();
    if (next == nullptr) return 0;
    Node* last = tail.load();
    if (first == last) {
      tail.compare_exchange_strong(last, next);
      continue;
    }
    if (head.compare_exchange_strong(first, next)) {
      first->next.store(nullptr);  // back to the pool: its link is cleared
      return next->value.load();
    }
  }
}

}  // namespace

int main() {
  int taken = 0;
  std::thread first([] { append(nodes[1], 1); });
  std::thread second([&taken] {
    taken += take();
    append(nodes[2], 2);
  });
  first.join();
  second.join();
  while (const int value = take()) taken += value;
  assert(taken == 3);
}
