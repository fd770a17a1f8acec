// BUG: Each list has a lock of its own, but two lists may share nodes.
// EXPECT: data_race
// SHAPE: ab[0] = new node; ab[1] = ab[0] | ab[0]->next = ab[1] | ab[1]->next = ab[0]
#include <mutex>
#include <sleave/shape.hpp>
#include <thread>

struct Node {
  int visits;
  Node* next;
};

static std::mutex locks[2];

static void visit(Node* node, std::mutex& lock) {
  const std::lock_guard guard(lock);
  for (int i = 0; node != nullptr && i < 2; node = node->next, ++i) ++node->visits;
}

int main() {
  const auto [a, b] = sleave::roots<Node, 2>("ab").nodes(3).depth(2).graph(&Node::next).get();
  std::thread first([node = a] { visit(node, locks[0]); });
  std::thread second([node = b] { visit(node, locks[1]); });
  first.join();
  second.join();
}
