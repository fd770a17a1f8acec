// CLASSES: at_once = 2 + 0
// CLASSES: handler = 2 + 0
// CLASSES: waiting = 1 + 0
// CLASSES: locked = 2 + 0
// CLASSES: awaiting = 2 + 0
// CLASSES: daemon = 1 + 0
// CLASSES: adders = 2 + 0
// CLASSES: last = 2 + 0 anew
// CLASSES: cycle = 2 + 1
// CLASSES: failing = 1 + 0 + 1
// The process ends while threads run that nobody joins. Its end changes nothing for them, so a run has all that they
// do, and a class is one order of their operations with those of the thread that exits, its exit handlers among them. A
// look at a store by a thread that is ended finds it or not, at once and in a handler: 2. A thread that waits for ever
// is ended (1). One that needs a lock gets it first, or never (2). One that waits for a store of main's, before it
// stores itself: a handler sees that or not (2). Two detached threads add in 2 orders. Where main ends like a thread,
// one of two is the last. Two locks in opposite order: one thread first, the other, or each waits for the other for
// ever. A look that must not find what main stored fails in one of 2 orders.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <string>

static std::atomic<int> x;
static std::atomic<int> y;
static sem_t never;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

using Body = void (*)();

static void* call(void* body) {
  reinterpret_cast<Body>(body)();
  return nullptr;
}

static pthread_t begin(Body body) {
  pthread_t thread;
  pthread_create(&thread, nullptr, call, reinterpret_cast<void*>(body));
  return thread;
}

static void lock_both(pthread_mutex_t& one, pthread_mutex_t& other) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&one);
}

static void at_once() {
  begin([] { x = 1; });
  x.load();
  _exit(0);
}

static void handler() {
  std::atexit([] { x.load(); });
  begin([] { x = 1; });
  std::exit(0);
}

static void waiting() {
  begin([] { sem_wait(&never); });
  _exit(0);
}

static void locked() {
  begin([] { lock_both(first, second); });
  pthread_mutex_lock(&first);
  _exit(0);
}

static void awaiting() {
  std::atexit([] { y.load(); });
  begin([] {
    while (x == 0) {
    }
    y = 1;
  });
  x = 1;
  std::exit(0);
}

static void daemon() {
  begin([] {
    while (x == 0) {
    }
  });
  _exit(0);
}

static void adders() {
  for (int i = 0; i < 2; ++i) pthread_detach(begin([] { ++x; }));
  _exit(0);
}

static void last() {
  pthread_detach(begin([] {}));
  pthread_exit(nullptr);
}

static void cycle() {
  begin([] { lock_both(first, second); });
  begin([] { lock_both(second, first); });
  _exit(0);
}

static void failing() {
  begin([] { assert(x == 0); });
  x = 1;
  _exit(0);
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  sem_init(&never, 0, 0);
  if (what == "at_once") at_once();
  if (what == "handler") handler();
  if (what == "waiting") waiting();
  if (what == "locked") locked();
  if (what == "awaiting") awaiting();
  if (what == "daemon") daemon();
  if (what == "adders") adders();
  if (what == "last") last();
  if (what == "cycle") cycle();
  if (what == "failing") failing();
  return EXIT_FAILURE;
}
