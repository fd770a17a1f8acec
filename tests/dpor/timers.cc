// CLASSES: reads_1 = 2 + 0 anew
// CLASSES: reads_3 = 4 + 0 anew
// CLASSES: stopped = 3 + 0 anew
// CLASSES: blocking = 1 + 0 anew
// CLASSES: two = 42 + 0 anew
// CLASSES: interval = 4 + 0 up to 2 time-outs anew
// CLASSES: again = 12 + 0 anew
// CLASSES: thread = 2 + 0 anew
// CLASSES: deleted = 3 + 0 anew
// CLASSES: clock = 3 + 0 anew
// CLASSES: stores_1 = 5 + 0 anew
// CLASSES: stores_3 = 7 + 0 anew
// CLASSES: awaited = 1 + 0 anew
// CLASSES: paused = 2 + 1 anew
// CLASSES: between = 5 + 0 + 1 anew
// CLASSES: ignored = 1 + 0 anew
// CLASSES: guard = 1 + 0 anew
// Timers. One behind a descriptor fires before one of n reads that do not wait, or after the last (n + 1). If it is
// stopped after the first read, it fires before that, between the two, or never (3). A read that waits for it has no
// alternative (1). Two timers, set one after the other and then read once each: the first fires at one of four places,
// the second at one of three, and where both do, in two orders (15). The time of the first is up before the clock is
// read to set the second, or after that and before the second's time, or after it (3 * 15), but in the last case it
// does not fire before the second is set (3 less). With an interval it fires zero to three times before the read: once,
// and again up to the bound (4). One that is set, read, set again and read fires before the first read, between that
// and the second setting, or not, and then before the second read or after it. The time of the first setting is up
// before the clock is read again (1), or, if it did not fire before that, later (2), or, if it never fires, after the
// time of the second (3): 2 * (1 + 2 + 3). The thread of a timer finds the store of main or not (2); if main deletes
// the timer after its store, it may also never start (3). A clock is read after a read of the timer: that found it (1),
// or did not, and then the time was up or not (2). Main blocks a timer's signal, and a thread unblocks it and makes n
// stores: it takes the signal with that call (1), before a store or its end (n + 1), or never, and then the timer fired
// before that end or after it (2). sigwait waits (1). pause begins before or after the timer fires (2); if the signal
// comes before it, it waits for ever. A handler that must not see the state between two stores fails in one place. A
// timer whose signal is ignored, or would end the process, does not fire.
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <string>

static std::atomic<int> x;
static std::atomic<int> y;

using Body = void (*)();

static void* call(void* body) {
  reinterpret_cast<Body>(body)();
  return nullptr;
}

static int new_timer(int flags) { return timerfd_create(CLOCK_MONOTONIC, flags); }

static void set(int timer, long seconds, long interval = 0) {
  const itimerspec setting = {{interval, 0}, {seconds, 0}};
  timerfd_settime(timer, 0, &setting, nullptr);
}

static std::uint64_t read_from(int timer) {
  std::uint64_t times = 0;
  return read(timer, &times, sizeof times) == sizeof times ? times : 0;
}

static void change_mask(int how) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGALRM);
  pthread_sigmask(how, &one, nullptr);
}

static timer_t start_thread_timer(void (*body)(sigval)) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD;
  event.sigev_notify_function = body;
  timer_t timer{};
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  const itimerspec second = {{0, 0}, {1, 0}};
  timer_settime(timer, 0, &second, nullptr);
  return timer;
}

// Main blocks the signal, so the thread is the one that takes it.
static void take_in_thread(Body body, void (*handler)(int)) {
  signal(SIGALRM, handler);
  change_mask(SIG_BLOCK);
  alarm(1);
  pthread_t thread;
  pthread_create(&thread, nullptr, call, reinterpret_cast<void*>(body));
  pthread_join(thread, nullptr);
}

static void add(int) { ++y; }
static void look(sigval) { y = x.load(); }

static void unblock_and_store(int times) {
  change_mask(SIG_UNBLOCK);
  for (int i = 1; i <= times; ++i) x = i;
}

static void wait_for_one() {
  sigset_t one;
  int number = 0;
  sigemptyset(&one);
  sigaddset(&one, SIGALRM);
  sigwait(&one, &number);
}

static void check_clock() {
  timespec before;
  timespec after;
  const int timer = new_timer(TFD_NONBLOCK);
  clock_gettime(CLOCK_MONOTONIC, &before);
  set(timer, 1);
  const bool fired = read_from(timer) == 1;
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(!fired || after.tv_sec > before.tv_sec);
}

int main(int, char** words) {
  const std::string name = words[1];
  const int timer = new_timer(name == "blocking" ? 0 : TFD_NONBLOCK);
  if (name == "reads_1") set(timer, 1), read_from(timer);
  if (name == "reads_3") set(timer, 1), read_from(timer), read_from(timer), read_from(timer);
  if (name == "stopped") set(timer, 1), read_from(timer), set(timer, 0), read_from(timer);
  if (name == "blocking") set(timer, 1), read_from(timer);
  if (name == "two") {
    const int other = new_timer(TFD_NONBLOCK);
    set(timer, 1), set(other, 1), read_from(timer), read_from(other);
  }
  if (name == "interval") set(timer, 1, 1), read_from(timer);
  if (name == "again") set(timer, 1), read_from(timer), set(timer, 1), read_from(timer);
  if (name == "thread") start_thread_timer(look), x = 1;
  if (name == "deleted") {
    const timer_t started = start_thread_timer(look);
    x = 1;
    timer_delete(started);
  }
  if (name == "clock") check_clock();
  if (name == "stores_1") take_in_thread([] { unblock_and_store(1); }, add);
  if (name == "stores_3") take_in_thread([] { unblock_and_store(3); }, add);
  if (name == "awaited") change_mask(SIG_BLOCK), signal(SIGALRM, add), alarm(1), wait_for_one();
  if (name == "paused") signal(SIGALRM, add), alarm(1), pause();
  if (name == "between") {
    take_in_thread([] { change_mask(SIG_UNBLOCK), x = 1, x = 0; }, [](int) { assert(x == 0); });
  }
  if (name == "ignored") signal(SIGALRM, SIG_IGN), alarm(1), x = 1;
  if (name == "guard") alarm(1), x = 1;
}
