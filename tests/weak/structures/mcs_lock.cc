// The lock of Mellor-Crummey and Scott: a queue of threads, each waiting for a flag of its own.
// 1: relaxed store of the successor's flag
// 2: relaxed load of the own flag
// 3: release exchange of the tail
// 4: relaxed exchange of the tail by unlock()
#include "mutant.h"

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> waits{false};
};

Node nodes[2];
std::atomic<Node*> tail;
Data<int> count;

void enter(Node& self) {
  if (Node* const before = tail.exchange(&self, weakened(3, acq_rel, release)); before != nullptr) {
    self.waits.store(true, relaxed);
    before->next.store(&self, release);
    while (self.waits.load(weakened(2, acquire))) {
    }
  }
  count.store(count.load(relaxed) + 1, relaxed);
  Node* expected = &self;
  if (self.next.load(acquire) == nullptr &&
      tail.compare_exchange_strong(expected, nullptr, weakened(4, release), relaxed))
    return;
  Node* after = nullptr;
  while ((after = self.next.load(acquire)) == nullptr) {
  }
  after->waits.store(false, weakened(1, release));
}

}  // namespace

int main() {
  run_both([] { enter(nodes[0]); }, [] { enter(nodes[1]); });
  assert(count.load() == 2);
}
