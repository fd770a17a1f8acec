// Loops that poll under a lock. A round that finds nothing is no part of a class.
//   wait N: one raises a flag, N look for it under the lock: the order in which they find it is all: N!.
//   shared 2: the same with a reader-writer lock, whose readers are counted: 6 orders of two increments and decrements.
//   channel: one sends two items and closes; the other asks whether it is closed, takes an item, and ends when it was
//   closed and empty. The first item is taken before the second is sent or after it; before: the second question is
//   asked before the channel is closed, or after it: 2; after: none, the second or both questions are: 3.
//   noticed: one tries the lock and then raises the flag for which the other looks: the attempt fails because of a
//   round that finds nothing, or it does not.
//   ever: nobody raises the flag.
//   nap N, naps N: as wait, with a sleep in each round; and without the lock, where looking has no order.
//   copied: a ring of one place whose sides each keep a copy of the other's index: the two items go in and out in turn.
//   spun N: N look 1,000 times for an item, or go a longer way; one gives an item to each. An item that is there is
//   taken at once, the others are not waited for: 2 for one. paced N: a spin lock whose waiters give way for longer and
//   longer: N!.
// CLASSES: wait 1 = 1 + 0
// CLASSES: wait 3 = 6 + 0
// CLASSES: shared 2 = 6 + 0
// CLASSES: channel = 5 + 0
// CLASSES: noticed = 2 + 0
// CLASSES: ever = 0 + 1
// CLASSES: nap 1 = 1 + 0
// CLASSES: nap 3 = 6 + 0
// CLASSES: naps 3 = 1 + 0
// CLASSES: copied = 1 + 0
// CLASSES: spun 1 = 2 + 0
// CLASSES: paced 2 = 2 + 0
// CLASSES: paced 3 = 6 + 0
// ORBITS: wait 3 = 1 + 0
// AUDITED: at least 10 runs: others have a round that finds nothing.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

#include "together.h"

namespace {

std::mutex mutex;
std::shared_mutex shared;
bool flag;
std::deque<int> items;
std::atomic<bool> closed;
std::atomic<int> failed;

template <typename Guard, typename Mutex>
void look_for_flag(Mutex& lock) {
  for (;;) {
    const Guard guard(lock);
    if (flag) return;
  }
}

template <typename Mutex>
void raise_flag(Mutex& lock) {
  const std::lock_guard guard(lock);
  flag = true;
}

void send(int item) {
  const std::lock_guard guard(mutex);
  items.push_back(item);
}

void send_two() {
  send(1);
  send(2);
  closed.store(true);
}

// Whether there was one.
bool receive() {
  const std::lock_guard guard(mutex);
  if (items.empty()) return false;
  items.pop_front();
  return true;
}

void receive_all() {
  for (;;) {
    const bool is_closed = closed.load();
    if (!receive() && is_closed) return;
  }
}

void try_and_raise() {
  if (pthread_mutex_trylock(mutex.native_handle()) == 0) {
    mutex.unlock();
  } else {
    ++failed;
  }
  raise_flag(mutex);
}

void look_and_sleep() {
  for (;; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
    const std::lock_guard guard(mutex);
    if (flag) return;
  }
}

void sleep_until_closed() {
  while (!closed.load()) usleep(1000);
}

std::atomic<int> written;
std::atomic<int> read;
int known_to_be_read;
int known_to_be_written;
int place;

void write_two() {
  for (int i = 0; i < 2; ++i) {
    while (known_to_be_read != i) known_to_be_read = read.load(std::memory_order_acquire);
    place = i;
    written.store(i + 1, std::memory_order_release);
  }
}

void read_two() {
  for (int i = 0; i < 2; ++i) {
    while (known_to_be_written == i) known_to_be_written = written.load(std::memory_order_acquire);
    if (place != i) std::abort();
    read.store(i + 1, std::memory_order_release);
  }
}

bool take_soon() {
  for (int left = 1000; left > 0; --left) {
    int now = written.load(std::memory_order_relaxed);
    if (now > 0 && written.compare_exchange_strong(now, now - 1)) return true;
  }
  return false;
}

void take_soon_or_fail() {
  if (!take_soon()) ++failed;
}

std::atomic<bool> taken;
int count;

void add_in_turn() {
  for (unsigned round = 1; taken.exchange(true); round *= 2) {
    if (round > 64) {
      std::this_thread::yield();
    } else {
      for (unsigned i = 0; i < round; ++i) __builtin_ia32_pause();
    }
  }
  ++count;
  taken = false;
}

void look() { look_for_flag<std::lock_guard<std::mutex>>(mutex); }
void look_with_others() { look_for_flag<std::shared_lock<std::shared_mutex>>(shared); }

Bodies bodies_of(const std::string& family, int n) {
  if (family == "channel") return {send_two, receive_all};
  if (family == "noticed") return {look, try_and_raise};
  if (family == "ever") return {look};
  if (family == "copied") return {write_two, read_two};
  if (family == "spun") {
    Bodies bodies = times(n, take_soon_or_fail);
    bodies.emplace_back([n] { written = n; });
    return bodies;
  }
  if (family == "paced") return times(n, add_in_turn);
  if (family == "nap") {
    Bodies sleeping = times(n, look_and_sleep);
    sleeping.emplace_back([] { raise_flag(mutex); });
    return sleeping;
  }
  if (family == "naps") {
    Bodies sleeping = times(n, sleep_until_closed);
    sleeping.emplace_back([] { closed = true; });
    return sleeping;
  }
  Bodies bodies = family == "wait" ? times(n, look) : times(n, look_with_others);
  if (family == "wait") {
    bodies.emplace_back([] { raise_flag(mutex); });
  } else {
    bodies.emplace_back([] { raise_flag(shared); });
  }
  return bodies;
}

}  // namespace

int main(int argc, char** argv) { together(bodies_of(argv[1], argc > 2 ? std::atoi(argv[2]) : 1)); }
