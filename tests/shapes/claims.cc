// Shapes that reach code which does not track inputs. Each case fails for some heap: none is "complete" without that.
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sleave/shape.hpp>
#include <string>

extern "C" int second_is_null(const void* list);  // claims_outside.c: not compiled with Sleave

namespace {

struct Node {
  Node* next;
  int key;
};

// The circle is seen by code that does not track inputs.
void read_outside() {
  const Node* list = sleave::shape<Node>("list", 3).nonempty().list(&Node::next);
  assert(second_is_null(list) == 1);
}

// The same, with links that do not depend on inputs.
void read_outside_whole() {
  const Node* list = sleave::shape<Node>("list", 3).nonempty().whole().list(&Node::next);
  assert(second_is_null(list) == 1);
}

// A branch on the hash of an address.
void hashed() {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next);
  if (list == nullptr || list->next == nullptr) return;
  assert(std::hash<Node*>()(list->next) == std::hash<Node*>()(list));
}

// The order of addresses.
void ordered() {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next);
  if (list == nullptr || list->next == nullptr) return;
  assert(!std::less<Node*>()(list, list->next) && !std::less<Node*>()(list->next, list));
}

// The bytes of a node as text.
void compared() {
  Node* const list = sleave::shape<Node>("list", 2).nonempty().graph(&Node::next);
  Node* other = nullptr;
  assert(std::memcmp(&list->next, &other, sizeof other) == 0);
}

void copied() {
  Node* const list = sleave::shape<Node>("list", 2).nonempty().graph(&Node::next);
  Node copy;
  std::memcpy(static_cast<void*>(&copy), list, sizeof copy);
  assert(copy.next != list);
}

// The third key, behind two links.
void behind() {
  Node* const list = sleave::shape<Node>("list", 3).list(&Node::next).range(&Node::key, 0, 9);
  if (list == nullptr || list->next == nullptr || list->next->next == nullptr) return;
  assert(list->next->next->key != 7);
}

// More is assumed than the shape says: the predicate may be any code.
void valid() {
  Node* const list = sleave::shape<Node>("list", 3).graph(&Node::next).any(&Node::key).valid([](const Node* node) {
    for (int i = 0; node != nullptr; node = node->next, ++i) {
      if (node->key != i || i == 3) return false;
    }
    return true;
  });
  int count = 0;
  for (const Node* node = list; node != nullptr; node = node->next) ++count;
  assert(count != 3);
}

struct Double {
  Double* previous;
  Double* next;
};

void back() {
  Double* const list = sleave::shape<Double>("list", 3).list(&Double::next).back(&Double::previous);
  for (Double* node = list; node != nullptr && node->next != nullptr; node = node->next) {
    assert(node->next->previous == node && (node == list) == (node->previous == nullptr));
    assert(node->next->next == nullptr);
  }
}

}  // namespace

int main(int, char** words) {
  const std::string name = words[1];
  if (name == "read_outside") read_outside();
  if (name == "read_outside_whole") read_outside_whole();
  if (name == "hashed") hashed();
  if (name == "ordered") ordered();
  if (name == "compared") compared();
  if (name == "copied") copied();
  if (name == "behind") behind();
  if (name == "valid") valid();
  if (name == "back") back();
  if (name == "no_links") sleave::shape<Node>("list").get();
  if (name == "too_many") sleave::shape<Double>("tree", 8).tree(&Double::previous, &Double::next).get();
  return 0;
}
