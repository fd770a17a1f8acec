// REPAIRED: One lock for both lists.
#include <mutex>
#include <sleave/shape.hpp>
#include <thread>

struct Node {
  int visits;
  Node* next;
};

static std::mutex lock;

static void visit(Node* node) {
  const std::lock_guard guard(lock);
  for (int i = 0; node != nullptr && i < 2; node = node->next, ++i) ++node->visits;
}

int main() {
  const auto [a, b] = sleave::roots<Node, 2>("ab").nodes(3).depth(2).graph(&Node::next).get();
  std::thread first([node = a] { visit(node); });
  std::thread second([node = b] { visit(node); });
  first.join();
  second.join();
}
