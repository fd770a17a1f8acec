// Shapes that are read from their roots to the end; a run appends the heap that it saw to the file that $OUTCOMES
// names.
//
// A heap is written as the nodes that the roots hold, and then of each node the nodes that its links hold: nodes are
// numbered as a breadth-first search meets them, null is 0.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sleave/shape.hpp>

namespace {

constexpr unsigned kMost = 32;

struct One {
  One* next;
};

struct Two {
  Two* left;
  Two* right;
};

struct Three {
  Three* to[3];
};

struct Atomic {
  int before;
  std::atomic<Atomic*> next;
};

struct Owner {
  long before;
  std::unique_ptr<Owner> next;
};

struct Colored {
  bool is_red;
  unsigned char key;
  Colored* left;
  Colored* right;
};

One* link(const One& node, unsigned) { return node.next; }
Two* link(const Two& node, unsigned i) { return i == 0 ? node.left : node.right; }
Three* link(const Three& node, unsigned i) { return node.to[i]; }
Atomic* link(const Atomic& node, unsigned) { return node.next.load(); }
Owner* link(const Owner& node, unsigned) { return node.next.get(); }
Colored* link(const Colored& node, unsigned i) { return i == 0 ? node.left : node.right; }

void write_line(const char* text) {
  const char* const path = std::getenv("OUTCOMES");
  if (path == nullptr) return;
  const int file = open(path, O_WRONLY | O_APPEND);
  if (write(file, text, std::strlen(text)) < 0) std::abort();
  close(file);
}

// Text whose characters are constants of the run.
class Line {
 public:
  void add(char c) { text_[length_++] = c; }
  void add(unsigned number) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "%u", number);
    for (const char* at = digits; *at != '\0'; ++at) add(*at);
    add(' ');
  }
  const char* end() {
    add('\n');
    return text_;
  }

 private:
  char text_[4096] = {};
  unsigned length_ = 0;
};

template <typename Node>
class Heap {
 public:
  explicit Heap(unsigned links) : links_(links) {}

  void see(Node* node) { line_.add(number(node)); }
  void see_all() {
    for (unsigned i = 0; i < count_; ++i) {
      line_.add('|');
      for (unsigned k = 0; k < links_; ++k) see(link(*nodes_[i], k));
      if constexpr (std::is_same<Node, Colored>::value) add_color(nodes_[i]->is_red);
    }
    write_line(line_.end());
  }

 private:
  // Not optimized: number and color are decided by branches.
  [[clang::optnone]] void add_color(bool is_red) {
    if (is_red) {
      line_.add('r');
    } else {
      line_.add('b');
    }
  }
  [[clang::optnone]] unsigned number(Node* node) {
    if (node == nullptr) return 0;
    for (unsigned i = 0; i < count_; ++i) {
      if (nodes_[i] == node) return i + 1;
    }
    nodes_[count_++] = node;
    return count_;
  }

  unsigned links_;
  Line line_;
  Node* nodes_[kMost] = {};
  unsigned count_ = 0;
};

template <typename Node>
void see(Node* root, unsigned links) {
  Heap<Node> heap(links);
  heap.see(root);
  heap.see_all();
}

template <typename Node, std::size_t Count>
void see(const std::array<Node*, Count>& roots, unsigned links) {
  Heap<Node> heap(links);
  for (Node* root : roots) heap.see(root);
  heap.see_all();
}

// Nodes on the shortest and on the longest path from a node to null.
struct Reach {
  int shortest;
  int longest;
  bool is_even;  // nowhere is the longest path more than twice as long as the shortest, and one
};

// Of links alone: most trees are refused before a color is read.
Reach reach(const Colored* node) {
  if (node == nullptr) return {0, 0, true};
  const Reach left = reach(node->left);
  if (!left.is_even) return left;
  const Reach right = reach(node->right);
  const int shortest = 1 + std::min(left.shortest, right.shortest);
  const int longest = 1 + std::max(left.longest, right.longest);
  return {shortest, longest, right.is_even && longest <= 2 * shortest + 1};
}

// The number of black nodes on each path to null; -1: it differs, or a red node has a red child.
int black_height(const Colored* node, bool is_parent_red) {
  if (node == nullptr) return 0;
  const bool is_red = node->is_red;
  if (is_red && is_parent_red) return -1;
  const int left = black_height(node->left, is_red);
  if (left < 0 || left != black_height(node->right, is_red)) return -1;
  return is_red ? left : left + 1;
}

bool is_sorted(const Colored* node, const Colored*& last) {
  if (node == nullptr) return true;
  if (!is_sorted(node->left, last) || (last != nullptr && last->key >= node->key)) return false;
  last = node;
  return is_sorted(node->right, last);
}

bool is_red_black(const Colored* root) {
  const Colored* last = nullptr;
  return reach(root).is_even && black_height(root, false) >= 0 && is_sorted(root, last);
}

bool is(const char* a, const char* b) { return std::strcmp(a, b) == 0; }

}  // namespace

int main(int, char** words) {
  const char* kind = words[1];
  const auto n = static_cast<unsigned>(std::atoi(words[2]));
  using sleave::roots;
  using sleave::shape;
  if (is(kind, "one")) see(shape<One>("list", n).graph(&One::next).get(), 1);
  if (is(kind, "two")) see(shape<Two>("heap").nodes(n).graph(&Two::left, &Two::right).get(), 2);
  if (is(kind, "two_deep")) see(shape<Two>("heap", n).graph(&Two::left, &Two::right).get(), 2);
  if (is(kind, "two_whole")) see(shape<Two>("heap").nodes(n).whole().graph(&Two::left, &Two::right).get(), 2);
  if (is(kind, "two_exact")) see(shape<Two>("heap").exactly(n).graph(&Two::left, &Two::right).get(), 2);
  if (is(kind, "three")) see(shape<Three>("heap").nodes(n).graph(&Three::to).get(), 3);
  if (is(kind, "list")) see(shape<One>("list", n).list(&One::next).get(), 1);
  if (is(kind, "nonempty")) see(shape<One>("list", n).nonempty().graph(&One::next).get(), 1);
  if (is(kind, "atomic")) see(shape<Atomic>("list", n).graph(&Atomic::next).get(), 1);
  if (is(kind, "owner")) see(shape<Owner>("list", n).list(&Owner::next).get(), 1);
  if (is(kind, "tree")) see(shape<Two>("tree").nodes(n).tree(&Two::left, &Two::right).get(), 2);
  if (is(kind, "tree_exact")) see(shape<Two>("tree").exactly(n).tree(&Two::left, &Two::right).get(), 2);
  if (is(kind, "pair")) see(roots<One, 2>("ab").nodes(n).graph(&One::next).get(), 1);
  if (is(kind, "pair_whole")) see(roots<One, 2>("ab").nodes(n).whole().graph(&One::next).get(), 1);
  if (is(kind, "pair_nonempty")) see(roots<One, 2>("ab").nodes(n).nonempty().graph(&One::next).get(), 1);
  if (is(kind, "dag")) see(shape<Two>("heap").nodes(n).dag(&Two::left, &Two::right).get(), 2);
  if (is(kind, "pair_dag")) see(roots<Two, 2>("ab").nodes(n).dag(&Two::left, &Two::right).get(), 2);
  if (is(kind, "ring")) see(shape<One>("ring", n).ring(&One::next).get(), 1);
  if (is(kind, "look")) {  // at two links, however many there are
    const One* list = shape<One>("list", n).graph(&One::next);
    write_line(list == nullptr ? "none\n" : list->next == nullptr ? "one\n" : "more\n");
  }
  if (is(kind, "red_black")) {
    see(shape<Colored>("tree")
            .exactly(n)
            .tree(&Colored::left, &Colored::right)
            .any(&Colored::is_red)
            .range(&Colored::key, 0u, n - 1)
            .valid(is_red_black)
            .get(),
        2);
  }
  return 0;
}
