// FREE: A linked queue: the producer links a filled node, the consumer follows acquired links.
// WHY: A node is filled before the release store that makes it reachable.
#include <atomic>
#include <thread>

struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};

Node nodes[3];
int seen;

void produce() {
  for (int i = 1; i < 3; ++i) {
    nodes[i].value = i;
    nodes[i - 1].next.store(&nodes[i], std::memory_order_release);
  }
}

void consume() {
  const Node* node = &nodes[0];
  while ((node = node->next.load(std::memory_order_acquire)) != nullptr) seen += node->value;
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
