// Treiber's stack.
// 1: relaxed exchange of the head by push()
// 2: relaxed load of the head by pop()
#include "mutant.h"

namespace {

struct Node {
  std::atomic<int> item{0};
  std::atomic<Node*> next{nullptr};
};

Node nodes[2];
std::atomic<Node*> head;

void push(Node& node, int item) {
  node.item.store(item, relaxed);
  Node* old = head.load(relaxed);
  do {
    node.next.store(old, relaxed);
  } while (!head.compare_exchange_strong(old, &node, weakened(1, release), relaxed));
}

// Never given back, so an address means the same node for ever.
int pop() {
  Node* top = head.load(weakened(2, acquire));
  if (top == nullptr) return -1;
  Node* const next = top->next.load(relaxed);
  if (!head.compare_exchange_strong(top, next, relaxed)) return -1;
  return top->item.load(relaxed);
}

}  // namespace

int main() {
  run_both(
      [] {
        push(nodes[0], 1);
        push(nodes[1], 2);
      },
      [] { assert(pop() != 0); });
}
