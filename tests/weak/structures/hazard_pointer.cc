// A hazard pointer: a reader announces what it uses and looks again, who unlinks scans the announcements.
// 1: release store of the announcement
// 2: acquire load of the head
// 3: release store of the head
// 4: acquire load of the announcement
#include "mutant.h"

namespace {

struct Node {
  std::atomic<bool> freed{false};
};

Node node;
std::atomic<Node*> head{&node};
std::atomic<Node*> hazard{nullptr};

void use() {
  Node* const found = head.load(acquire);
  if (found == nullptr) return;
  hazard.store(found, weakened(1, seq_cst, release));
  if (head.load(weakened(2, seq_cst, acquire)) == found) assert(!found->freed.load(relaxed));
  hazard.store(nullptr, release);
}

void reclaim() {
  head.store(nullptr, weakened(3, seq_cst, release));
  if (hazard.load(weakened(4, seq_cst, acquire)) != &node) node.freed.store(true, relaxed);
}

}  // namespace

int main() { run_both(use, reclaim); }
