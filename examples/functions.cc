// Functions without a test: a sorted list behind a head node. remove() unlinks a node that search() may be looking at.
//
//     sleave harness functions.cc --function=remove --with=search
#include <atomic>
#include <mutex>

struct Node {
  int key = 0;
  std::atomic<Node*> next = nullptr;
  std::mutex lock;
};

static Node* find_before(Node* list, int key) {
  Node* before = list;
  while (before->next.load() != nullptr && before->next.load()->key < key) before = before->next;
  return before;
}

void insert(Node* list, int key) {
  Node* before = find_before(list, key);
  std::lock_guard guard(before->lock);
  Node* node = new Node;
  node->key = key;
  node->next = before->next.load();
  before->next = node;
}

void remove(Node* list, int key) {
  Node* before = find_before(list, key);
  Node* node = before->next;
  if (node == nullptr || node->key != key) return;
  std::lock_guard guard(before->lock);
  before->next = node->next.load();
  delete node;
}

bool search(const Node* list, int key) {
  for (const Node* node = list; node != nullptr; node = node->next) {
    if (node->key == key) return true;
  }
  return false;
}

int second_key(const Node* list) { return list->next.load()->key; }
