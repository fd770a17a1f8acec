// REPAIRED: The nodes are collected first, each once, and then freed.
#include <sleave/shape.hpp>
#include <thread>
#include <vector>

struct Node {
  Node* next;
  bool is_seen;
};

static void free_all(Node* node) {
  std::vector<Node*> all;
  for (; node != nullptr && !node->is_seen; node = node->next) {
    node->is_seen = true;
    all.push_back(node);
  }
  for (Node* each : all) delete each;
}

int main() {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next);
  std::thread worker([list] { free_all(list); });
  worker.join();
}
