// Failures that need a second round of a loop, of compare-exchanges or of updates that spin, because a condition for
// leaving out the first one does not hold (docs/internals/retry-loops.md). Each is found.
//
// FAILS: null = crash
// FAILS: fence = data_race
// FAILS: between = assertion
// FAILS: order = data_race
// FAILS: late = assertion
// FAILS: tries = assertion
// FAILS: statistics = assertion
// FAILS: elsewhere = assertion
// FAILS: twice = assertion
// FAILS: spurious_try = assertion
// FAILS: spurious_effect = assertion
// FAILS: spurious_value = assertion
// FAILS: passed_on = data_race
// FAILS: fenced = data_race
// FAILS: marks = assertion
// FAILS: look_first = data_race
// FAILS: look_last = data_race
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <cstring>

int plain;  // known to others, so that stores to it stay

namespace {

std::atomic<int> word, other, count;
std::atomic<int*> pointer;
int number = 1;

struct Node {
  std::atomic<int> next{0};
};
Node* left;

// What is checked before the loop is not checked in it.
void null_thread() {
  int* seen = pointer.load();
  if (!seen) return;
  do {
    plain = *seen;
  } while (!pointer.compare_exchange_strong(seen, seen));
}
void null_other() { pointer.store(nullptr); }

// The fence orders the first round only.
void fence_thread() {
  int seen = word.load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  do {
    if (seen == 1) plain = 2;
  } while (!word.compare_exchange_strong(seen, seen + 10, std::memory_order_relaxed));
}
void fence_other() {
  plain = 1;
  word.store(1, std::memory_order_release);
}

// Another value is read between the load and the loop.
void between_thread() {
  int seen = word.load();
  const int between = other.load();
  do {
    assert(!(seen == 1 && between == 0));
  } while (!word.compare_exchange_strong(seen, seen + 10));
}
void between_other() {
  other.store(1);
  word.store(1);
}

// The failed compare-exchange is weaker than the load.
void order_thread() {
  int seen = word.load(std::memory_order_acquire);
  do {
    if (seen == 1) plain = 2;
  } while (!word.compare_exchange_strong(seen, seen + 10, std::memory_order_acq_rel, std::memory_order_relaxed));
}
void order_other() {
  plain = 1;
  word.store(1, std::memory_order_release);
}

// The loop may end before the block is written again.
void late_thread() {
  Node* node = new Node;
  node->next.store(7, std::memory_order_relaxed);
  int seen = word.load();
  for (;;) {
    if (seen == 1) break;
    node->next.store(seen, std::memory_order_relaxed);
    if (word.compare_exchange_strong(seen, 10)) return;
  }
  left = node;
}
void late_other() { word.fetch_add(1); }

// Rounds are counted.
void tries_thread() {
  int seen = word.load(), tries = 0;
  while (!word.compare_exchange_strong(seen, seen + 10)) ++tries;
  assert(tries == 0);
}
void tries_other() { word.fetch_add(1); }

// A round has an effect.
void statistics_thread() {
  int seen = word.load();
  do {
    count.fetch_add(1);
  } while (!word.compare_exchange_strong(seen, seen + 10));
  assert(count.load() == 1);
}
void statistics_other() { word.fetch_add(1); }

// The first guess is read elsewhere.
void elsewhere_thread() {
  int seen = other.load();
  do {
    assert(seen != 1);
  } while (!word.compare_exchange_strong(seen, seen + 10));
}
void elsewhere_other() { word.fetch_add(1); }

// A block is published, and then pushed once more: another thread sees what a failed round stored to it.
std::atomic<Node*> list;
Node another;
int next_seen, next_left;
void twice_thread() {
  Node* node = new Node;
  for (int i = 0; i < 2; ++i) {
    Node* old = list.load();
    do {
      node->next.store(old == nullptr ? 1 : old == node ? 2 : 3, std::memory_order_relaxed);
    } while (!list.compare_exchange_strong(old, node));
  }
  next_left = node->next.load();
}
void twice_other() {
  Node* node = list.exchange(&another);
  if (node) next_seen = node->next.load();
}

// Nobody else changes the word, so only a spurious failure leads to a second round, which is not as the first one.
void spurious_try() {
  int seen = 0, tries = 0;
  while (!word.compare_exchange_weak(seen, seen + 10)) ++tries;
  assert(tries == 0);
}
void spurious_effect() {
  int seen = 0;
  do {
    count.fetch_add(1);
  } while (!word.compare_exchange_weak(seen, seen + 10));
  assert(count.load() == 1);
}
// The compare-exchange does not expect what the round was fed with.
void spurious_value() {
  int seen = other.load() + 7;
  for (;;) {
    assert(seen != 0);
    int expected = 0;
    if (word.compare_exchange_weak(expected, 10)) break;
    seen = expected;
  }
}
void without_word() { number = 2; }

// An update that stores what it found has no effect but this: who reads it knows what its thread did before. The other
// thread need not have read it, and then it races.
void passed_on_thread() {
  plain = 1;
  other.store(1, std::memory_order_relaxed);
  while (word.exchange(1, std::memory_order_acq_rel) == 1) {
  }
}
void fenced_thread() {
  plain = 1;
  std::atomic_thread_fence(std::memory_order_release);
  other.store(1, std::memory_order_relaxed);
  while (word.exchange(1, std::memory_order_relaxed) == 1) {
  }
}
void holder() {
  if (word.exchange(1, std::memory_order_relaxed) == 1) return;
  while (other.load(std::memory_order_relaxed) == 0) {
  }
  if (word.load(std::memory_order_acquire) == 1) number = plain;
  word.store(0, std::memory_order_release);
}

// The first round that finds the lock taken has an effect.
void marks_thread() {
  while (word.exchange(1) == 1) {
    if (count.load() == 0) count.store(1);
  }
  assert(count.load() == 0);
}
void marks_other() {
  word.exchange(1);
  word.store(0);
}

// A look that finds the value it waits for comes after the plain write; one that does not races with it.
void looking() {
  while (word.load(std::memory_order_acquire) != 2) {
  }
}
void initializing() {
  reinterpret_cast<int&>(word) = 1;
  word.store(2, std::memory_order_release);
}

struct Case {
  const char* name;
  void (*bodies[2])();
};
constexpr Case kCases[] = {
    {"null", {null_thread, null_other}},
    {"fence", {fence_thread, fence_other}},
    {"between", {between_thread, between_other}},
    {"order", {order_thread, order_other}},
    {"late", {late_thread, late_other}},
    {"tries", {tries_thread, tries_other}},
    {"elsewhere", {elsewhere_thread, elsewhere_other}},
    {"statistics", {statistics_thread, statistics_other}},
    {"twice", {twice_thread, twice_other}},
    {"spurious_try", {spurious_try, without_word}},
    {"spurious_effect", {spurious_effect, without_word}},
    {"spurious_value", {spurious_value, without_word}},
    {"passed_on", {passed_on_thread, holder}},
    {"fenced", {fenced_thread, holder}},
    {"marks", {marks_thread, marks_other}},
    {"look_first", {looking, initializing}},
    {"look_last", {initializing, looking}},
};

void* run(void* body) {
  (*static_cast<void (*const*)()>(body))();
  return nullptr;
}

}  // namespace

int main(int, char** argv) {
  pointer = &number;
  for (const Case& one : kCases) {
    if (std::strcmp(one.name, argv[1]) != 0) continue;
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], nullptr, run, const_cast<void (**)()>(&one.bodies[i]));
    for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  }
  assert(!left || left->next.load() == 7);
  assert(!(next_seen == 2 && next_left == 3));
}
