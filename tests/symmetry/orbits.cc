// Alike threads: of classes that an exchange of them turns into each other, one is run (docs/internals/symmetry.md).
//   inc N M: N threads load and store the next number, M times each. Orbits by enumeration outside of this project;
//   each
//     has N! classes.
//   add N: N threads add 1 to a word: N! classes, 1 orbit.
//   lock N: N threads take a lock: the same.
//   won N: N threads try to be the first, the others wait for the first to be done: N classes, 1 orbit.
//   lambda N: as add, by std::thread and a lambda that captures by reference.
//   values N: as add, by std::thread with a number that differs: N! classes, nothing is exchanged.
//   apart N: as add, but main stores to a word between the creations: nothing is exchanged.
//   joined N: as add, but main loads the word between the joins: nothing is exchanged. By counting, for two threads:
//   thread 0
//     first, and the load before or after the other's, or thread 1 first.
//   beside N: as add, and another thread loads the word: N! * (N + 1) classes, N + 1 orbits.
//   two N: two groups of N threads each, on a word each: N! * N! classes, 1 orbit.
//   push N: N threads push blocks of their own to Treiber's stack: N! classes, 1 orbit.
//   stack N: N threads push and pop. GenMC 0.11 counts 270 classes for three threads, and every thread writes the top,
//   so an
//     orbit has N! classes.
//   own N: N threads pass a flag of their own through a word to the next, which sets it: N! classes, 1 orbit.
// CLASSES: inc 2 2 = 34 + 0
// ORBITS: inc 2 2 = 17 + 0
// CLASSES: inc 3 1 = 36 + 0
// ORBITS: inc 3 1 = 6 + 0
// ORBITS: inc 4 1 = 24 + 0
// ORBITS: inc 3 2 = 1189 + 0
// ORBITS: inc 2 3 = 164 + 0
// CLASSES: add 4 = 24 + 0
// ORBITS: add 4 = 1 + 0
// ORBITS: add 7 = 1 + 0
// ORBITS: lock 4 = 1 + 0
// CLASSES: won 3 = 3 + 0
// ORBITS: won 3 = 1 + 0
// CLASSES: lambda 3 = 6 + 0
// ORBITS: lambda 3 = 1 + 0
// ORBITS: values 3 = 6 + 0 unchanged
// ORBITS: apart 2 = 2 + 0 unchanged
// ORBITS: joined 2 = 3 + 0 unchanged
// CLASSES: beside 3 = 24 + 0
// ORBITS: beside 3 = 4 + 0
// CLASSES: push 3 = 6 + 0
// ORBITS: push 3 = 1 + 0
// CLASSES: stack 2 = 10 + 0
// ORBITS: stack 2 = 5 + 0
// CLASSES: stack 3 = 270 + 0
// ORBITS: stack 3 = 45 + 0
// CLASSES: own 3 = 6 + 0
// ORBITS: own 3 = 1 + 0
// CLASSES: two 2 = 4 + 0
// ORBITS: two 2 = 1 + 0
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

std::atomic<int> word, other, done;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int times;

void* inc(void*) {
  for (int i = 0; i < times; ++i) word.store(word.load() + 1);
  return nullptr;
}

void* add(void*) {
  word.fetch_add(1);
  return nullptr;
}

void* add_other(void*) {
  other.fetch_add(1);
  return nullptr;
}

void* lock(void*) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return nullptr;
}

void* won(void*) {
  int none = 0;
  if (word.compare_exchange_strong(none, 1)) {
    done.store(1);
  } else {
    while (done.load() == 0) {
    }
  }
  return nullptr;
}

void* look(void*) {
  word.load();
  return nullptr;
}

struct Node {
  std::atomic<Node*> next;
};
std::atomic<Node*> top;

void* push(void*) {
  Node* node = new Node;
  Node* old = top.load();
  do {
    node->next.store(old, std::memory_order_relaxed);
  } while (!top.compare_exchange_strong(old, node));
  return nullptr;
}

void* push_and_pop(void*) {
  push(nullptr);
  Node* old = top.load();
  while (old) {
    Node* const next = old->next.load(std::memory_order_relaxed);
    if (top.compare_exchange_strong(old, next)) break;
  }
  return nullptr;
}

std::atomic<std::atomic<int>*> passed;

void* pass_on(void*) {
  static thread_local std::atomic<int> mine;
  mine.store(0);
  std::atomic<int>* const before = passed.exchange(&mine);
  if (before) before->store(1);
  return nullptr;
}

using Handles = std::vector<pthread_t>;

void create(Handles& handles, int n, void* (*body)(void*)) {
  for (int i = 0; i < n; ++i) pthread_create(&handles.emplace_back(), nullptr, body, nullptr);
}

void join(const Handles& handles) {
  for (const pthread_t handle : handles) pthread_join(handle, nullptr);
}

template <void* (*body)(void*)>
void test(int n) {
  Handles handles;
  handles.reserve(n);
  create(handles, n, body);
  join(handles);
}

void lambda(int n) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back([&] { word.fetch_add(1); });
  for (std::thread& thread : threads) thread.join();
}

void values(int n) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back([i] { word.fetch_add(i + 1); });
  for (std::thread& thread : threads) thread.join();
}

void apart(int n) {
  Handles handles(n);
  for (pthread_t& handle : handles) {
    pthread_create(&handle, nullptr, add, nullptr);
    other.store(1);
  }
  join(handles);
}

void joined(int n) {
  Handles handles;
  handles.reserve(n);
  create(handles, n, add);
  for (const pthread_t handle : handles) {
    pthread_join(handle, nullptr);
    if (handle == handles.front()) word.load();
  }
}

void beside(int n) {
  Handles handles;
  handles.reserve(n + 1);
  create(handles, n, add);
  create(handles, 1, look);
  join(handles);
}

void two(int n) {
  Handles handles;
  handles.reserve(2 * n);
  create(handles, n, add);
  create(handles, n, add_other);
  join(handles);
}

}  // namespace

int main(int count, char** arguments) {
  const std::map<std::string, void (*)(int)> tests = {
      {"inc", test<inc>},
      {"add", test<add>},
      {"lock", test<lock>},
      {"won", test<won>},
      {"lambda", lambda},
      {"push", test<push>},
      {"stack", test<push_and_pop>},
      {"own", test<pass_on>},
      {"values", values},
      {"apart", apart},
      {"joined", joined},
      {"beside", beside},
      {"two", two},
  };
  times = count > 3 ? std::atoi(arguments[3]) : 1;
  tests.at(arguments[1])(std::atoi(arguments[2]));
}
