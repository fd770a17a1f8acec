// OPTIONS: --choices=+alloc,+short
// CLASSES: thread = 3 + 0
// CLASSES: two = 3 + 0 up to 1 failed allocation
// CLASSES: published = 5 + 0
// CLASSES: crash = 3 + 0 + some
// CLASSES: number = 5 + 0
// Allocations that fail, one in a run, and reads that fall short. A creation and the new thread's allocation: none
// fails, or one of the two. Two allocations: likewise. An allocation before a store that another thread looks for: the
// look finds it or not, whether it failed or not, and no thread is created in one more. A failed allocation whose block
// is used ends a run whatever the thread has seen before; without it the thread sees 2 values, and one more without
// thread. Three bytes arrive in 4 ways, or not at all.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

static std::atomic<int> x;
static std::atomic<int> y;
static int ends[2];

static void* allocate() {
  static thread_local void* volatile block;  // the optimizer must not know it
  block = std::malloc(16);
  return block;
}

static void* allocate_once(void*) {
  if (void* block = allocate()) {
    ++x;
    std::free(block);
  }
  return nullptr;
}

static void* allocate_twice(void*) {
  void* first = allocate();
  if (first != nullptr) ++x;
  void* second = allocate();
  if (second != nullptr) ++y;
  std::free(first);
  std::free(second);
  return nullptr;
}

static void* publish(void*) {
  void* block = allocate();
  (block != nullptr ? x : y) = 1;
  std::free(block);
  return nullptr;
}

static void* use_unchecked(void*) {
  int* block = static_cast<int*>(allocate());
  x.load();
  *block = 1;
  std::free(block);
  return nullptr;
}

static void* send(void*) {
  write(ends[1], "abc", 3);
  return nullptr;
}

static void set() { x = 1; }

static void receive() {
  char text[3];
  for (ssize_t done = 0; done < 3;) {
    const ssize_t got = read(ends[0], text + done, static_cast<size_t>(3 - done));
    for (ssize_t i = 0; i < got; ++i) ++x;
    done += got;
  }
}

static void nothing() {}

// Does both at the same time, or nothing if there is no thread.
static void beside(void* (*start)(void*), void (*here)(), bool alone = false) {
  pthread_t thread;
  const bool created = pthread_create(&thread, nullptr, start, nullptr) == 0;
  if (created || alone) here();
  if (created) pthread_join(thread, nullptr);
}

int main(int count, char** arguments) {
  const char* what = count > 1 ? arguments[1] : "";
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("thread")) {
    beside(allocate_once, nothing);
  } else if (is("two")) {
    allocate_twice(nullptr);
  } else if (is("published")) {
    beside(publish, [] {
      x.load();
      y.load();
    });
  } else if (is("crash")) {
    beside(use_unchecked, set, true);
  } else if (is("number")) {
    if (pipe(ends) == 0) beside(send, receive);
  } else {
    return EXIT_FAILURE;
  }
}
