// The queue of Michael and Scott with nodes by index and a count in each reference. Each of four threads puts one item
// in and takes one out.
// Bug: all but the first note what they do at the same place.
#include "measured.h"

namespace {

constexpr int kThreads = 4;

struct Reference {
  std::uint32_t node;
  std::uint32_t count;

  bool operator==(const Reference&) const = default;
};

struct Node {
  Plain<int> item;
  std::atomic<Reference> next;
};

Node nodes[2 + kThreads];  // 0 is none, 1 the first
std::atomic<Reference> head{Reference{1, 0}};
std::atomic<Reference> tail{Reference{1, 0}};

bool replace(std::atomic<Reference>& at, Reference expected, std::uint32_t node) {
  return at.compare_exchange_strong(expected, {node, expected.count + 1}, release, relaxed);
}

void put(std::uint32_t node, int item) {
  nodes[node].item.write(item);
  nodes[node].next.store({0, nodes[node].next.load(relaxed).count}, relaxed);
  for (;;) {
    const Reference last = tail.load(acquire);
    const Reference next = nodes[last.node].next.load(acquire);
    if (last != tail.load(relaxed)) continue;
    if (next.node == 0 && replace(nodes[last.node].next, next, node)) {
      replace(tail, last, node);
      return;
    }
    replace(tail, last, nodes[last.node].next.load(acquire).node);
    sched_yield();
  }
}

int take() {
  for (;;) {
    const Reference first = head.load(acquire);
    const Reference last = tail.load(relaxed);
    const Reference next = nodes[first.node].next.load(acquire);
    if (first != head.load(relaxed)) continue;
    if (first.node == last.node) {
      if (next.node == 0) return 0;
      replace(tail, last, next.node);
    } else {
      const int item = nodes[next.node].item.read();
      if (replace(head, first, next.node)) return item;
    }
    sched_yield();
  }
}

struct Notes {
  Plain<int> in;
  Plain<int> out;
};

Notes notes[kThreads];

void put_and_take(std::uint32_t thread) {
  Notes& own = notes[broken(release) == release || thread == 0 ? thread : 1];
  own.in.write(17);
  put(2 + thread, 17);
  own.out.write(take());
}

}  // namespace

int main() {
  std::thread threads[kThreads];
  for (std::uint32_t i = 0; i < kThreads; ++i) threads[i] = std::thread(put_and_take, i);
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  for (const Notes& own : notes) sum += own.in.read() - own.out.read();
  assert(broken(release) != release || sum == 0);
}
