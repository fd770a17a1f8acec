// Loops that only look. An iteration that finds nothing is no part of a class.
//   flag K: one writes data, then a flag; K wait for the flag and read the data. Nothing is left open.
//   pulse: a flag is raised and lowered; who waits for it sees it, or waits for ever.
//   ticket N: the order of the tickets is all there is: N!.
//   clh N: the order in which they queue: N!.
//   mcs 2: of either order, the first leaves before the second comes, meets it in the queue, or waits for it to link
//   itself: 3 each (published with GenMC: 6; so is Peterson's 4).
//   peterson, bakery N: Peterson's lock of two and Lamport's of N.
//   sequence N: one writes two words between two steps of a sequence number, N read until it did not change meanwhile.
//   trylock N: spinning on try-lock is locking: N!.
//   spin N: a lock taken by exchange, which changes nothing while it is taken: N!.
//   tested N: the same after a look (published with GenMC: 4 for two).
//   kept: who takes it never leaves, so the other waits for ever.
//   retry N: each adds with a weak compare-exchange until it succeeds, which may fail for no reason: the order is all:
//   N!.
// Where no formula stands, `enumeration.py` counted.
// CLASSES: flag 1 = 1 + 0
// CLASSES: flag 3 = 1 + 0
// CLASSES: pulse = 1 + 1
// CLASSES: ticket 2 = 2 + 0
// CLASSES: ticket 4 = 24 + 0
// CLASSES: clh 2 = 2 + 0
// CLASSES: clh 4 = 24 + 0
// CLASSES: mcs 2 = 6 + 0
// CLASSES: mcs 3 = 66 + 0
// CLASSES: peterson = 4 + 0
// CLASSES: bakery 2 = 9 + 0
// CLASSES: sequence 1 = 2 + 0
// CLASSES: sequence 2 = 4 + 0
// CLASSES: trylock 3 = 6 + 0
// CLASSES: spin 2 = 2 + 0
// CLASSES: spin 4 = 24 + 0
// CLASSES: tested 2 = 4 + 0
// CLASSES: tested 3 = 36 + 0
// CLASSES: kept = 0 + 2
// CLASSES: retry 2 = 2 + 0
// CLASSES: retry 4 = 24 + 0
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "together.h"

namespace {

std::atomic<int> data{0};
std::atomic<int> flag{0};
std::atomic<int> next{0};
std::atomic<int> serving{0};
std::atomic<int> more{0};
std::atomic<int> turn{0};
std::array<std::atomic<int>, 2> wants{};
std::array<std::atomic<int>, 3> choosing{};
std::array<std::atomic<int>, 3> numbers{};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct Node {
  std::atomic<Node*> next{nullptr};
  std::atomic<bool> locked{false};
};
std::array<Node, 8> nodes;
std::atomic<Node*> tail{nullptr};

void give_way() { std::this_thread::yield(); }

void publish() {
  data.store(1);
  flag.store(1);
}

void raise_and_lower() {
  flag.store(1);
  flag.store(0);
}

void wait_and_read() {
  while (flag.load() != 1) give_way();
  data.load();
}

void with_ticket() {
  const int mine = next.fetch_add(1);
  while (serving.load() != mine) give_way();
  serving.fetch_add(1);
}

void with_clh(Node& own) {
  own.locked.store(true);
  Node* before = tail.exchange(&own);
  while (before != nullptr && before->locked.load()) give_way();
  own.locked.store(false);
}

void with_mcs(Node& own) {
  if (Node* before = tail.exchange(&own)) {
    own.locked.store(true);
    before->next.store(&own);
    while (own.locked.load()) give_way();
  }
  if (own.next.load() == nullptr) {
    Node* expected = &own;
    if (tail.compare_exchange_strong(expected, nullptr)) return;
    while (own.next.load() == nullptr) give_way();
  }
  own.next.load()->locked.store(false);
}

void with_peterson(int own) {
  wants[own].store(1);
  turn.store(1 - own);
  while (wants[1 - own].load() != 0 && turn.load() != own) give_way();
  wants[own].store(0);
}

bool comes_before(int number, int thread, int other_number, int other) {
  return number != 0 && (number < other_number || (number == other_number && thread < other));
}

void with_bakery(int n, int own) {
  choosing[own].store(1);
  int mine = 1;
  for (int i = 0; i < n; ++i) mine = std::max(mine, numbers[i].load() + 1);
  numbers[own].store(mine);
  choosing[own].store(0);
  for (int i = 0; i < n; ++i) {
    if (i == own) continue;
    while (choosing[i].load() != 0) give_way();
    while (comes_before(numbers[i].load(), i, mine, own)) give_way();
  }
  numbers[own].store(0);
}

void write_in_sequence() {
  serving.store(1);
  data.store(1);
  more.store(1);
  serving.store(2);
}

void read_in_sequence() {
  for (;;) {
    const int before = serving.load();
    if (before % 2 != 0) continue;
    data.load();
    more.load();
    if (serving.load() == before) return;
  }
}

void with_try_lock() {
  while (pthread_mutex_trylock(&mutex) != 0) give_way();
  pthread_mutex_unlock(&mutex);
}

void with_exchange() {
  while (flag.exchange(1) == 1) give_way();
  flag.store(0);
}

void with_tested_exchange() {
  do {
    while (flag.load(std::memory_order_relaxed) == 1) give_way();
  } while (flag.exchange(1, std::memory_order_acquire) == 1);
  flag.store(0);
}

void keep() {
  while (flag.exchange(1, std::memory_order_acquire) == 1) give_way();
}

void add_by_retry() {
  int seen;
  do {
    seen = data.load();
  } while (!data.compare_exchange_weak(seen, seen + 1));
}

}  // namespace

static Bodies bodies_of(const std::string& family, int n) {
  Bodies bodies;
  if (family == "flag") {
    bodies = times(n, wait_and_read);
    bodies.emplace_back(publish);
  } else if (family == "pulse") {
    bodies = {raise_and_lower, [] {
                while (flag.load() == 0) give_way();
              }};
  } else if (family == "ticket") {
    bodies = times(n, with_ticket);
  } else if (family == "peterson") {
    bodies = {[] { with_peterson(0); }, [] { with_peterson(1); }};
  } else if (family == "bakery") {
    for (int i = 0; i < n; ++i) bodies.emplace_back([=] { with_bakery(n, i); });
  } else if (family == "sequence") {
    bodies = times(n, read_in_sequence);
    bodies.emplace_back(write_in_sequence);
  } else if (family == "trylock") {
    bodies = times(n, with_try_lock);
  } else if (family == "spin") {
    bodies = times(n, with_exchange);
  } else if (family == "tested") {
    bodies = times(n, with_tested_exchange);
  } else if (family == "kept") {
    bodies = times(2, keep);
  } else if (family == "retry") {
    bodies = times(n, add_by_retry);
  } else {
    for (int i = 0; i < n; ++i) bodies.emplace_back([=] { family == "clh" ? with_clh(nodes[i]) : with_mcs(nodes[i]); });
  }
  return bodies;
}

int main(int argc, char** argv) { together(bodies_of(argv[1], argc > 2 ? std::atoi(argv[2]) : 1)); }
