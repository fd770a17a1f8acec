// The queue lock of Mellor-Crummey and Scott, taken twice by each of two threads: one writes, then reads; the other
// reads, then writes.
// Bug: who waits reads its gate, or its successor, by relaxed loads.
#include "measured.h"

namespace {

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> is_closed{false};
};

std::atomic<Node*> tail;
Plain<int> shared;

void lock(Node& self) {
  self.next.store(nullptr, relaxed);
  self.is_closed.store(true, relaxed);
  Node* const before = tail.exchange(&self, acq_rel);
  if (before == nullptr) return;
  before->next.store(&self, release);
  while (self.is_closed.load(broken(acquire))) sched_yield();
}

void unlock(Node& self) {
  Node* after = self.next.load(acquire);
  if (after == nullptr) {
    Node* expected = &self;
    if (tail.compare_exchange_strong(expected, nullptr, acq_rel)) return;
    while ((after = self.next.load(broken(acquire))) == nullptr) sched_yield();
  }
  after->is_closed.store(false, release);
}

template <typename Section>
void with_lock(Node& node, Section section) {
  lock(node);
  section();
  unlock(node);
}

void look() { shared.read(); }
void change() { shared.write(17); }

}  // namespace

int main() {
  Node nodes[2];
  std::thread first([&] {
    with_lock(nodes[0], change);
    with_lock(nodes[0], look);
  });
  std::thread second([&] {
    with_lock(nodes[1], look);
    with_lock(nodes[1], change);
  });
  first.join();
  second.join();
  assert(shared.read() > 0);
}
