// BUG: A node is inserted behind one that is being unlinked; the unlinking does not notice, and the new node is lost.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

struct Node {
  std::atomic<std::uintptr_t> next{0};  // address of the following node; the lowest bit marks this one as deleted
};

Node head, first, second, added;

std::uintptr_t link(Node& node) { return reinterpret_cast<std::uintptr_t>(&node); }

void remove_first() {
  std::uintptr_t following = first.next.load();
  std::uintptr_t expected = link(first);
  head.next.compare_exchange_strong(expected, following);
}

bool insert_behind_first() {
  std::uintptr_t following = link(second);
  added.next.store(following);
  return first.next.compare_exchange_strong(following, link(added));
}

bool reachable(const Node& wanted) {
  for (std::uintptr_t at = head.next.load(); at != 0;) {
    const Node* node = reinterpret_cast<const Node*>(at & ~std::uintptr_t{1});
    if (node == &wanted) return true;
    at = node->next.load();
  }
  return false;
}

}  // namespace

int main() {
  head.next.store(link(first));
  first.next.store(link(second));
  bool inserted = false;
  std::thread remover(remove_first);
  std::thread inserter([&inserted] { inserted = insert_behind_first(); });
  remover.join();
  inserter.join();
  assert(!inserted || reachable(added));
}
