// CLASSES: stores_1 = 4 + 0 anew
// CLASSES: stores_3 = 6 + 0 anew
// CLASSES: unblocked = 4 + 0 anew
// CLASSES: suspended = 2 + 0 anew
// CLASSES: paused = 3 + 1 anew
// CLASSES: awaited = 1 + 0 anew
// CLASSES: asleep = 6 + 0 anew
// CLASSES: raised = 1 + 0 anew
// CLASSES: between = 4 + 0 + 1 anew
// CLASSES: late = 5 + 0 + 1 anew
// Signals. Main sends one to a thread that makes n stores of its own: it is taken before one of them or before the end
// of the thread (n + 1), or never, and then it was sent before that end or after it (2). A thread that unblocks it
// finds it there (1), or it is sent later: taken before the end, or never, in 2 orders. sigsuspend begins before or
// after the sending (2); pause likewise, but the signal may also come before the thread looks (1), or between that and
// the pause, which then waits for ever. sigwait waits (1). A sleep reads the clock first: the signal comes before that,
// before the sleep, during it, or before the end (4), or never (2). A signal to the thread itself is taken at once (1).
// A handler that must not see the state between two stores fails in one place of three. Main sets a flag after it has
// sent: who finds the flag unset may take the signal before that or before the end, or never (4); who finds it set took
// the signal before (1), or fails.
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <string>

static std::atomic<int> x;
static std::atomic<int> y;
static std::atomic<int> stop;
static std::atomic<int> flag;
static int handled;

using Body = void (*)();

static void* call(void* body) {
  reinterpret_cast<Body>(body)();
  return nullptr;
}

static void change_mask(int how) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(how, &one, nullptr);
}

static void send_to(Body body, void (*handler)(int)) {
  signal(SIGUSR1, handler);
  pthread_t thread;
  pthread_create(&thread, nullptr, call, reinterpret_cast<void*>(body));
  pthread_kill(thread, SIGUSR1);
  flag = 1;
  pthread_join(thread, nullptr);
}

static void add(int) { ++y; }
static void set_stop(int) { stop = 1; }

static void suspend() {
  sigset_t none;
  sigemptyset(&none);
  while (stop == 0) sigsuspend(&none);
}

static void wait_for_one() {
  sigset_t one;
  int number = 0;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  sigwait(&one, &number);
}

static void sleep_once() {
  const timespec second{1, 0};
  nanosleep(&second, nullptr);
}

int main(int, char** words) {
  const std::string name = words[1];
  if (name == "stores_1") send_to([] { x = 1; }, add);
  if (name == "stores_3") send_to([] { x = 1, x = 2, x = 3; }, add);
  if (name == "unblocked" || name == "suspended" || name == "awaited") change_mask(SIG_BLOCK);
  if (name == "unblocked") send_to([] { x = 1, x = 2, change_mask(SIG_UNBLOCK); }, add);
  if (name == "suspended") send_to(suspend, set_stop);
  if (name == "paused")
    send_to(
        [] {
          while (stop == 0) pause();
        },
        set_stop);
  if (name == "awaited") send_to(wait_for_one, add);
  if (name == "asleep") send_to(sleep_once, add);
  if (name == "raised") {
    signal(SIGUSR1, add);
    raise(SIGUSR1);
  }
  if (name == "between") send_to([] { x = 1, x = 0; }, [](int) { assert(x == 0); });
  if (name == "late")
    send_to(
        [] {
          if (flag == 1) assert(handled == 1);
        },
        [](int) { handled = 1; });
}
