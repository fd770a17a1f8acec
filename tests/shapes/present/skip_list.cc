// BUG: An insertion locks the node before it on level 0 only. With a node of level 0 between them, two change the same link of level 1.
// EXPECT: assertion
// SHAPE: list->next[0] = new node; list->next[1] = null
#include <atomic>
#include <cassert>
#include <mutex>
#include <sleave/shape.hpp>
#include <thread>

struct Node {
  int key = 0;
  std::atomic<Node*> next[2] = {};
  std::mutex lock;
};

static void insert(Node* list, Node* fresh) {
  Node* before[2];
  Node* node = list;
  for (int level = 1; level >= 0; --level) {
    for (Node* next = node->next[level]; next != nullptr && next->key < fresh->key; next = node->next[level])
      node = next;
    before[level] = node;
  }
  const std::lock_guard guard(before[0]->lock);
  fresh->next[0] = before[0]->next[0].load();
  before[0]->next[0] = fresh;
  fresh->next[1] = before[1]->next[1].load();
  before[1]->next[1] = fresh;
}

static bool is_on_level_1(Node* list, const Node* wanted) {
  for (Node* node = list; node != nullptr; node = node->next[1]) {
    if (node == wanted) return true;
  }
  return false;
}

// Of one node behind the head at most.
static bool is_skip_list(Node* list) {
  Node* const first = list->next[0];
  Node* const second = list->next[1];
  if (first == list || (second != nullptr && second != first)) return false;
  return first == nullptr || (first->next[0] == nullptr && first->next[1] == nullptr);
}

int main() {
  Node* const list =
      sleave::shape<Node>("list").nodes(2).nonempty().graph(&Node::next).range(&Node::key, 1, 4).valid(is_skip_list);
  Node fresh[2];
  fresh[0].key = sleave::any_in(1, 4, "key1");
  fresh[1].key = sleave::any_in(1, 4, "key2");
  std::thread first([&] { insert(list, &fresh[0]); });
  std::thread second([&] { insert(list, &fresh[1]); });
  first.join();
  second.join();
  for (const Node& node : fresh) assert(is_on_level_1(list, &node));
}
