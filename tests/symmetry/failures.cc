// Failures that happen only if the thread that was created last comes first. Each of these programs tells two threads
// apart that start alike, so the search must not exchange them (docs/internals/symmetry.md). Each failure is found.
// FAILS: self = assertion
// FAILS: number = assertion
// FAILS: less = assertion
// FAILS: greater = assertion
// FAILS: below = assertion
// FAILS: above = assertion
// FAILS: nearer = assertion
// FAILS: farther = assertion
// FAILS: block_below = assertion
// FAILS: block_above = assertion
// FAILS: own_below = assertion
// FAILS: own_above = assertion
// FAILS: result = assertion
// FAILS: joined = assertion
// FAILS: argument = assertion
// FAILS: polled = assertion
// FAILS: index = assertion
// FAILS: written = data_race
// FAILS: read = data_race
// FAILS: freed = data_race
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

namespace {

std::atomic<int> count, gate, flag;
pthread_t handles[2];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
thread_local int own;
void* first;  // of what a thread has, under the mutex
int* plain = new int(0);

bool comes_first() { return count.fetch_add(1) == 0; }

// The first thread leaves an address, the second compares its own with it.
template <typename Differs>
void* compare(void* mine, Differs differs) {
  pthread_mutex_lock(&mutex);
  void* const other = first;
  if (other == nullptr) first = mine;
  pthread_mutex_unlock(&mutex);
  if (other != nullptr) assert(!differs(other, mine));
  return nullptr;
}

bool is_less(void* a, void* b) { return a < b; }
bool is_greater(void* a, void* b) { return a > b; }
bool is_below(void* a, void* b) { return reinterpret_cast<std::uintptr_t>(a) < reinterpret_cast<std::uintptr_t>(b); }
bool is_above(void* a, void* b) { return reinterpret_cast<std::uintptr_t>(a) > reinterpret_cast<std::uintptr_t>(b); }
bool has_less(void* a, void* b) { return static_cast<char*>(a) - static_cast<char*>(b) < 0; }
bool has_more(void* a, void* b) { return static_cast<char*>(a) - static_cast<char*>(b) > 0; }

void* self(void*) {
  while (gate.load() == 0) {
  }
  assert(!(comes_first() && pthread_equal(pthread_self(), handles[1]) != 0));
  return nullptr;
}

void* number(void*) {
  assert(!(comes_first() && gettid() == getpid() + 2));
  return nullptr;
}

template <bool (*differs)(void*, void*)>
void* local(void*) {
  char mine = 0;
  return compare(&mine, differs);
}

template <bool (*differs)(void*, void*)>
void* block(void*) {
  return compare(std::malloc(8), differs);
}

template <bool (*differs)(void*, void*)>
void* of_thread(void*) {
  return compare(&own, differs);
}

void* result(void*) { return reinterpret_cast<void*>(comes_first() ? 1l : 0l); }

void* joined(void*) {
  if (comes_first()) flag.store(1);
  return nullptr;
}

void* argument(void* mine) {
  if (comes_first()) *static_cast<int*>(mine) = 1;
  return nullptr;
}

void* index(void* mine) {
  assert(!(comes_first() && mine != nullptr));
  return nullptr;
}

void* second_reads(void*) {
  if (count.fetch_add(1, std::memory_order_relaxed) != 0) flag.store(*plain);
  return nullptr;
}

void* first_writes(void*) {
  if (comes_first()) *plain = 1;
  return nullptr;
}

void create(void* (*body)(void*), void* a = nullptr, void* b = nullptr) {
  pthread_create(&handles[0], nullptr, body, a);
  pthread_create(&handles[1], nullptr, body, b);
}

void join(void** a = nullptr, void** b = nullptr) {
  pthread_join(handles[0], a);
  pthread_join(handles[1], b);
}

// What main does besides.
void test_self() {
  create(self);
  gate.store(1);
  join();
}

void test_result() {
  void* results[2];
  create(result);
  join(&results[0], &results[1]);
  assert(results[1] == nullptr);
}

void test_joined() {
  create(joined);
  pthread_join(handles[0], nullptr);
  assert(flag.load() == 1);
  pthread_join(handles[1], nullptr);
}

void test_argument() {
  int* blocks[2];
  for (int*& each : blocks) each = static_cast<int*>(std::calloc(1, sizeof(int)));
  create(argument, blocks[0], blocks[1]);
  join();
  assert(*blocks[1] == 0);
}

void test_polled() {
  create(joined);
  const bool ended = pthread_tryjoin_np(handles[1], nullptr) == 0;
  assert(!(ended && count.load() == 1));
  pthread_join(handles[0], nullptr);
  if (!ended) pthread_join(handles[1], nullptr);
}

void test_index() {
  static int some;
  create(index, nullptr, &some);
  join();
}

// What main does between two creations.
void test_written() {
  pthread_create(&handles[0], nullptr, second_reads, nullptr);
  *plain = 1;
  pthread_create(&handles[1], nullptr, second_reads, nullptr);
  join();
}

// What main does between two joins.
void test_read() {
  create(first_writes);
  pthread_join(handles[0], nullptr);
  const int seen = *plain;
  pthread_join(handles[1], nullptr);
  flag.store(seen);
}

void test_freed() {
  create(first_writes);
  pthread_join(handles[0], nullptr);
  delete plain;
  pthread_join(handles[1], nullptr);
}

template <void* (*body)(void*)>
void test() {
  create(body);
  join();
}

}  // namespace

int main(int, char** arguments) {
  const std::map<std::string, void (*)()> tests = {
      {"self", test_self},
      {"number", test<number>},
      {"less", test<local<is_less>>},
      {"greater", test<local<is_greater>>},
      {"below", test<local<is_below>>},
      {"above", test<local<is_above>>},
      {"nearer", test<local<has_less>>},
      {"farther", test<local<has_more>>},
      {"block_below", test<block<is_below>>},
      {"block_above", test<block<is_above>>},
      {"own_below", test<of_thread<is_below>>},
      {"own_above", test<of_thread<is_above>>},
      {"result", test_result},
      {"joined", test_joined},
      {"argument", test_argument},
      {"polled", test_polled},
      {"index", test_index},
      {"written", test_written},
      {"read", test_read},
      {"freed", test_freed},
  };
  tests.at(arguments[1])();
}
