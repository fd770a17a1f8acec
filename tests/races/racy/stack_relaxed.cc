// RACE: A stack after Treiber whose push is relaxed.
// SCHEDULE: some; the taker must find a node.
// WHY: The content of the node is not released.
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

Node only;
std::atomic<Node*> top;
int seen;

void push() {
  only.value = 1;  // race: write
  only.next = nullptr;
  Node* expected = nullptr;
  top.compare_exchange_strong(expected, &only, std::memory_order_relaxed);
}

void take_all() {
  Node* node = top.exchange(nullptr, std::memory_order_acquire);
  if (node == nullptr) return;
  seen += node->value;  // race: read
}

int main() {
  std::thread pusher(push);
  std::thread taker(take_all);
  pusher.join();
  taker.join();
}
