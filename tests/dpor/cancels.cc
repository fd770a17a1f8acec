// CLASSES: tests_1 = 2 + 0 anew
// CLASSES: tests_3 = 4 + 0 anew
// CLASSES: waits = 1 + 0 anew
// CLASSES: posted = 2 + 0 anew
// CLASSES: held_off = 1 + 0 anew
// CLASSES: held_off_once = 2 + 0 anew
// CLASSES: twice = 3 + 0 anew
// CLASSES: cleans_up = 3 + 0 anew
// CLASSES: sleeps = 3 + 0 anew
// CLASSES: reads = 1 + 0 anew
// CLASSES: leaks = 1 + 1 anew
// CLASSES: half_done = 2 + 0 + 1 anew
// Cancellation. A thread that tests n times is canceled at one of the tests or never (n + 1). One that waits for a
// semaphore that nobody posts is canceled (1); if main posts before it cancels, it may also have tested before that
// (2). Held off, a request has no effect (1), or one at the next test (2). Two requests: the thread tests before both,
// between them or after them (3). A clean-up handler stores, and main loads before or after it (2), or the thread is
// not canceled (1). A sleep reads the clock: the thread tests before the request or after it (2); nobody else uses the
// clock, but main does so once: if the thread slept, before or after that (3). A read of an empty pipe is canceled (1).
// A canceled thread does not post what main waits for (1 deadlock). A thread that is canceled between two stores leaves
// what its clean-up handler does not expect.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <string>

static std::atomic<int> x;
static std::atomic<int> y;
static sem_t semaphore;
static int ends[2];

using Body = void (*)();

static void* call(void* body) {
  reinterpret_cast<Body>(body)();
  return nullptr;
}

static void cancel(Body body, Body before, Body after, int times = 1) {
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, call, reinterpret_cast<void*>(body));
  before();
  for (int i = 0; i < times; ++i) pthread_cancel(thread);
  after();
  pthread_join(thread, nullptr);
}

static void nothing() {}
static void test() { pthread_testcancel(); }
static void wait_for_post() { sem_wait(&semaphore); }
static void post() { sem_post(&semaphore); }
static void hold_off() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr); }
static void allow() { pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, nullptr); }

static void test_with_clean_up() {
  pthread_cleanup_push([](void*) { x = 1; }, nullptr);
  test();
  pthread_cleanup_pop(0);
}

static void look() { y = x.load(); }

static void read_clock() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
}

static void store_twice() {
  pthread_cleanup_push([](void*) { assert(x == 0); }, nullptr);
  test();
  x = 1;
  test();
  x = 0;
  pthread_cleanup_pop(0);
}

static void read_from_pipe() {
  char byte = 0;
  if (read(ends[0], &byte, 1) == 1) x = 1;
}

int main(int, char** words) {
  const std::string name = words[1];
  if (name == "tests_1") cancel(test, nothing, nothing);
  if (name == "tests_3") cancel([] { test(), test(), test(); }, nothing, nothing);
  if (name == "waits") cancel(wait_for_post, nothing, nothing);
  if (name == "posted") cancel(wait_for_post, post, nothing);
  if (name == "held_off") cancel([] { hold_off(), test(); }, nothing, nothing);
  if (name == "held_off_once") cancel([] { hold_off(), test(), allow(), test(); }, nothing, nothing);
  if (name == "twice") cancel(test, nothing, nothing, 2);
  if (name == "cleans_up") cancel(test_with_clean_up, nothing, look);
  if (name == "sleeps") cancel([] { usleep(1); }, nothing, read_clock);
  if (name == "reads" && pipe(ends) == 0) cancel(read_from_pipe, nothing, nothing);
  if (name == "leaks") cancel([] { test(), post(); }, nothing, wait_for_post);
  if (name == "half_done") cancel(store_twice, nothing, nothing);
}
