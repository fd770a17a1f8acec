// A sorted list with a lock in each node, and a test of any two removals from any list. Most lists never fail.
//
//     sleave-c++ -std=c++20 -g -O1 list_test.cc -o list_test
//     sleave run ./list_test
#include <atomic>
#include <cassert>
#include <mutex>
#include <sleave/shape.hpp>
#include <thread>

struct Node {
  int key = 0;
  std::atomic<Node*> next = nullptr;
  std::mutex mutex;
};

// Of the nodes behind the head, takes out the one with this key.
void remove(Node* head, int key) {
  Node* before = head;
  Node* node = before->next;
  while (node != nullptr && node->key < key) {
    before = node;
    node = before->next;
  }
  if (node == nullptr || node->key != key) return;
  std::lock_guard lock(before->mutex);
  before->next = node->next.load();  // another thread may take out the next node now
}

bool contains(Node* head, int key) {
  for (Node* node = head->next; node != nullptr; node = node->next) {
    if (node->key == key) return true;
  }
  return false;
}

bool is_sorted(const Node* head) {
  for (const Node* node = head; node->next != nullptr; node = node->next) {
    if (node->key >= node->next.load()->key) return false;
  }
  return true;
}

int main() {
  Node* list = sleave::shape<Node>("list", 4).list(&Node::next).nonempty().range(&Node::key, 0, 9).valid(is_sorted);
  const int a = sleave::any_in(1, 9, "a");
  const int b = sleave::any_in(1, 9, "b");
  std::thread first([&] { remove(list, a); });
  std::thread second([&] { remove(list, b); });
  first.join();
  second.join();
  assert(!contains(list, a));
  assert(!contains(list, b));
}
