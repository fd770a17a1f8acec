// The queue of Michael and Scott.
// 1: relaxed exchange of the last node's link
// 2: relaxed load of the link by pop()
#include "mutant.h"

namespace {

struct Node {
  Data<int> item{0};
  std::atomic<Node*> next{nullptr};
};

Node first;
Node nodes[2];
std::atomic<Node*> head{&first};
std::atomic<Node*> tail{&first};

void push(Node& node, int item) {
  node.item.store(item, relaxed);
  for (;;) {
    Node* last = tail.load(acquire);
    Node* next = last->next.load(acquire);
    if (next != nullptr) {
      tail.compare_exchange_strong(last, next, release, relaxed);
      continue;
    }
    if (last->next.compare_exchange_strong(next, &node, weakened(1, release), relaxed)) {
      tail.compare_exchange_strong(last, &node, release, relaxed);
      return;
    }
  }
}

int pop() {
  Node* begin = head.load(acquire);
  Node* const next = begin->next.load(weakened(2, acquire));
  if (next == nullptr) return -1;
  const int item = next->item.load(relaxed);
  return head.compare_exchange_strong(begin, next, release, relaxed) ? item : -1;
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
