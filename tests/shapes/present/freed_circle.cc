// BUG: A list is freed node by node until a link is null. In a circle the first node is read again after it was freed.
// EXPECT: heap_use_after_free | double_free
// SHAPE: list = new node; list->next = list
#include <sleave/shape.hpp>
#include <thread>

struct Node {
  Node* next;
};

static void free_all(Node* node) {
  while (node != nullptr) {
    Node* const next = node->next;
    delete node;
    node = next;
  }
}

int main() {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next);
  std::thread worker([list] { free_all(list); });
  worker.join();
}
