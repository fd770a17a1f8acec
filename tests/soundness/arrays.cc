// Arrays that are read at a place that depends on the input, and what else may write them: signal handlers, timers,
// threads that begin later, the heap's next owner, code that is not instrumented, a library that is gone. Each case
// gives an outcome, and check_arrays.py compares all that a search of all inputs finds with the outcomes for each fixed
// input.
#include <dlfcn.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <thread>

#define CASE(name) static int name(unsigned at)

extern "C" {
extern int arrays_elsewhere[8];        // arrays_plain.c, which is not instrumented
void keep_elsewhere(int* cells);       // remembers them,
void write_elsewhere(int at);          // writes there,
void write_in_thread_elsewhere(void);  // and does so in a thread of its own
}

std::atomic<int> ready;  // read for an operation, before which a handler may run

namespace {

constexpr unsigned kPlaces = 8;
int cells[kPlaces];
volatile std::sig_atomic_t flags[kPlaces];
std::mutex mutex;

void on_signal(int) { flags[2] = 1; }
void on_signal_plain(int) { cells[2] = 1; }
void on_timer(sigval) {
  const std::lock_guard lock(mutex);
  cells[5] = 1;
}

int read_locked(const int* from, unsigned at) {
  const std::lock_guard lock(mutex);
  return from[at];
}

timer_t start_timer(int notify, void (*handler)(sigval)) {
  sigevent event{};
  event.sigev_notify = notify;
  event.sigev_signo = SIGALRM;
  event.sigev_notify_function = handler;
  timer_t timer{};
  timer_create(CLOCK_MONOTONIC, &event, &timer);
  itimerspec soon{};
  soon.it_value.tv_nsec = 1;
  timer_settime(timer, 0, &soon, nullptr);
  return timer;
}

}  // namespace

CASE(handler_of_an_alarm) {
  std::signal(SIGALRM, on_signal);
  alarm(1);
  const int first = flags[at];
  const int second = flags[at];
  return first * 2 + second;
}

CASE(plain_handler_of_an_alarm) {
  std::signal(SIGALRM, on_signal_plain);
  alarm(1);
  const int first = cells[at];
  ready.load();
  const int second = cells[at];
  return first * 2 + second;
}

CASE(handler_of_a_timer) {
  std::signal(SIGALRM, on_signal_plain);
  const int before = cells[at];
  start_timer(SIGEV_SIGNAL, nullptr);
  ready.load();
  const int first = cells[at];
  ready.load();
  return before * 4 + first * 2 + cells[at];
}

CASE(raised_between) {
  std::signal(SIGUSR1, on_signal_plain);
  const int first = cells[at];
  std::raise(SIGUSR1);
  return first * 2 + cells[at];
}

CASE(timer_thread) {
  start_timer(SIGEV_THREAD, on_timer);
  const int first = read_locked(cells, at);
  return first * 2 + read_locked(cells, at);
}

CASE(timer_thread_without_lock) {
  start_timer(SIGEV_THREAD, on_timer);
  return cells[at];
}

CASE(timer_thread_after_reading) {
  const int before = cells[at];
  start_timer(SIGEV_THREAD, on_timer);
  return before * 2 + cells[at];
}

CASE(later_thread) {
  const int before = cells[at];
  std::thread thread([] {
    const std::lock_guard lock(mutex);
    cells[3] = 1;
  });
  const int during = read_locked(cells, at);
  thread.join();
  return before * 4 + during * 2 + cells[at];
}

CASE(later_thread_without_lock) {
  const int before = cells[at];
  std::thread thread([] { cells[3] = 1; });
  const int during = cells[at];
  thread.join();
  return before * 4 + during * 2;
}

CASE(local_array_given_away) {
  int local[kPlaces] = {};
  const int before = local[at];
  std::thread thread([&local] {
    const std::lock_guard lock(mutex);
    local[6] = 1;
  });
  const int during = read_locked(local, at);
  thread.join();
  return before * 4 + during * 2 + local[at];
}

CASE(freed_and_reused) {
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    auto* block = static_cast<int*>(std::calloc(kPlaces, sizeof(int)));
    if (round == 1) block[at ^ 1] = 1;
    block[4 + round] += 1;
    sum = sum * 3 + block[at];
    std::free(block);
  }
  return sum;
}

CASE(size_of_the_input) {
  const unsigned places = at < 4 ? 4 : 8;
  auto* block = static_cast<char*>(std::calloc(places, 1));
  block[places - 1] = 1;
  block[0] = 2;
  const int found = block[at];
  std::free(block);
  return found;
}

CASE(escapes_to_other_code) {
  int local[kPlaces] = {};
  keep_elsewhere(local);
  const int before = local[at];
  write_elsewhere(6);
  return before * 2 + local[at];
}

CASE(array_of_other_code) {
  const int before = arrays_elsewhere[at];
  keep_elsewhere(arrays_elsewhere);
  write_elsewhere(1);
  return before * 2 + arrays_elsewhere[at];
}

CASE(thread_of_other_code) {
  int local[kPlaces] = {};
  keep_elsewhere(local);
  const int before = local[at];
  write_in_thread_elsewhere();
  return before * 2 + local[at];
}

CASE(out_of_bounds) {
  auto* block = static_cast<int*>(std::calloc(kPlaces, sizeof(int)));
  block[1] = 1;
  const int found = block[at == 6 ? std::size_t{1} << 40 : at];
  std::free(block);
  return found;
}

CASE(out_of_bounds_of_a_variable) {
  int local[kPlaces] = {0, 1};
  const int* place = local + (at == 6 ? std::size_t{1} << 40 : at);
  return *place;
}

CASE(changed_at_another_place) {
  cells[at] = 1;
  const int first = cells[(at + 1) % kPlaces];
  cells[7] = 2;
  return first * 3 + cells[at];
}

CASE(library_is_gone) {
  void* library = dlopen("./arrays_table.so", RTLD_NOW);
  if (library == nullptr) return 7;
  const auto* table = static_cast<const int*>(dlsym(library, "table_of_library"));
  const int before = table[at];  // 0 everywhere, in memory that nobody can write
  dlclose(library);
  const auto page = reinterpret_cast<std::uintptr_t>(table) & ~std::uintptr_t{4095};
  void* again =
      mmap(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (again == MAP_FAILED) return 7;
  auto* same = const_cast<int*>(table);
  std::thread thread([same] { same[3] = 1; });
  const int during = same[at];
  thread.join();
  return before * 2 + during;
}

#include "random_arrays.inc"

// One line each, so that every outcome is a finding of its own.
static void tell(int outcome) {
  assert(outcome != 1);
  assert(outcome != 2);
  assert(outcome != 3);
  assert(outcome != 4);
  assert(outcome != 5);
  assert(outcome != 6);
  assert(outcome != 7);
  assert(outcome < 8);
}

// CASE, or CASE PLACE: with this place only.
int main(int count, char** words) {
  const bool is_random = std::strncmp(words[1], "random", 6) == 0;
  unsigned char at = 0;
  if (count > 2) {
    at = static_cast<unsigned char>(std::atoi(words[2]));
  } else {
    sleave_symbolic(&at, 1, "at");
    sleave_assume(is_random || at < kPlaces);
  }
#include "arrays.inc"
  return 0;
}
