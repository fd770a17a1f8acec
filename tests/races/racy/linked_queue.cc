// RACE: A linked queue whose links are plain pointers.
// WHY: The link is read by the consumer while the producer writes it.
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

Node nodes[2];
bool seen;

void produce() {
  nodes[1].value = 1;
  nodes[0].next = &nodes[1];  // race: write
}

void consume() {
  seen = nodes[0].next != nullptr;  // race: read
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}
