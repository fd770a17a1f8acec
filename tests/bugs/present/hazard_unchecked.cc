// BUG: A reader announces the node it will use, but not that it is still the current one; it was retired in between.
// EXPECT: assertion
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  std::atomic<bool> retired{false};
};

std::array<Node, 2> nodes;
std::atomic<Node*> current{&nodes[0]};
std::atomic<Node*> hazard{nullptr};

Node* protect() {
  Node* node = current.load();
  hazard.store(node);
  return node;
}

void use() {
  const Node* node = protect();
  const bool retired = node->retired.load();
  assert(!retired);
  hazard.store(nullptr);
}

void replace() {
  Node* old = current.exchange(&nodes[1]);
  while (hazard.load() == old) std::this_thread::yield();
  old->retired.store(true);
}

}  // namespace

int main() {
  std::thread reader(use);
  std::thread writer(replace);
  reader.join();
  writer.join();
}
