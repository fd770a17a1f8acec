// Loops that poll under a lock. A round that finds nothing is no part of a class.
//   wait N: one raises a flag, N look for it under the lock: the order in which they find it is all: N!.
//   shared 2: the same with a reader-writer lock, whose readers are counted: 6 orders of two increments and decrements.
//   channel: one sends two items and closes; the other asks whether it is closed, takes an item, and ends when it was
//   closed and empty. The first item is taken before the second is sent or after it; before: the second question is
//   asked before the channel is closed, or after it: 2; after: none, the second or both questions are: 3.
//   noticed: one tries the lock and then raises the flag for which the other looks: the attempt fails because of a
//   round that finds nothing, or it does not.
//   ever: nobody raises the flag.
// CLASSES: wait 1 = 1 + 0
// CLASSES: wait 3 = 6 + 0
// CLASSES: shared 2 = 6 + 0
// CLASSES: channel = 5 + 0
// CLASSES: noticed = 2 + 0
// CLASSES: ever = 0 + 1
// ORBITS: wait 3 = 1 + 0
// AUDITED: at least 10 runs: others have a round that finds nothing.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>

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

void look() { look_for_flag<std::lock_guard<std::mutex>>(mutex); }
void look_with_others() { look_for_flag<std::shared_lock<std::shared_mutex>>(shared); }

Bodies bodies_of(const std::string& family, int n) {
  if (family == "channel") return {send_two, receive_all};
  if (family == "noticed") return {look, try_and_raise};
  if (family == "ever") return {look};
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
