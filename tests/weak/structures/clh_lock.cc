// The lock of Craig, Landin and Hagersten: each waits for the flag of the one before it.
// 1: relaxed store of the flag
// 2: relaxed load of the flag
// 3: acquire exchange of the tail
#include "mutant.h"

namespace {

struct Node {
  std::atomic<bool> busy{false};
};

Node free_node;
Node nodes[2];
std::atomic<Node*> tail{&free_node};
std::atomic<int> count;

void enter(Node& self) {
  self.busy.store(true, relaxed);
  Node* const before = tail.exchange(&self, weakened(3, acq_rel, acquire));
  while (before->busy.load(weakened(2, acquire))) {
  }
  count.store(count.load(relaxed) + 1, relaxed);
  self.busy.store(false, weakened(1, release));
}

}  // namespace

int main() {
  run_both([] { enter(nodes[0]); }, [] { enter(nodes[1]); });
  assert(count.load() == 2);
}
