// RACE: A stack whose push links the node after it became the top.
// SCHEDULE: some; the taker must come between.
// WHY: The link is written after the release, and the taker reads it.
#include <atomic>
#include <thread>

struct Node {
  Node* next = nullptr;
};

Node nodes[2];
std::atomic<Node*> top{&nodes[0]};
Node* seen;

void push() {
  Node* old = top.exchange(&nodes[1], std::memory_order_acq_rel);
  nodes[1].next = old;  // race: write
}

void take() {
  Node* node = top.load(std::memory_order_acquire);
  seen = node->next;  // race: read
}

int main() {
  std::thread pusher(push);
  std::thread taker(take);
  pusher.join();
  taker.join();
}
