// The tree whose every method takes its lock, and those on two trees both together.
#include <mutex>
#include <stdexcept>

class TreeSet {
 public:
  TreeSet() = default;

  bool add(int key) {
    std::lock_guard guard(lock_);
    Node** link = &root_;
    while (*link != nullptr) {
      if ((*link)->key == key) return false;
      link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    *link = new Node{key, nullptr, nullptr};
    ++size_;
    return true;
  }

  void clear() {
    std::lock_guard guard(lock_);
    root_ = nullptr;
    size_ = 0;
  }

  bool is_empty() const {
    std::lock_guard guard(lock_);
    return size_ == 0;
  }

  int first() const {
    std::lock_guard guard(lock_);
    if (root_ == nullptr) return -1;
    return least();
  }

  bool equals(const TreeSet& other) const {
    if (this == &other) return true;
    std::scoped_lock guard(lock_, other.lock_);
    return size_ == other.size_ && same(root_, other.root_);
  }

 private:
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  int least() const {
    const Node* node = root_;
    while (node->left != nullptr) node = node->left;
    return node->key;
  }

  static bool same(const Node* a, const Node* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->key == b->key && same(a->left, b->left) && same(a->right, b->right);
  }

  mutable std::recursive_mutex lock_;
  Node* root_ = nullptr;
  int size_ = 0;
};
