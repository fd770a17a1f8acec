// COVERS: std::this_thread::sleep_for, sleep_until and yield; the clocks of std::chrono; std::notify_all_at_thread_exit
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "say.h"

namespace {

using namespace std::chrono_literals;

template <typename Clock>
bool takes_at_least(std::chrono::milliseconds least, void (*wait)()) {
  const auto begin = Clock::now();
  wait();
  return Clock::now() - begin >= least;
}

void sleeps() {
  VALUE(takes_at_least<std::chrono::steady_clock>(2ms, [] { std::this_thread::sleep_for(2ms); }));
  VALUE(takes_at_least<std::chrono::system_clock>(0ms, [] { std::this_thread::sleep_for(-1s); }));
  VALUE(takes_at_least<std::chrono::steady_clock>(
      2ms, [] { std::this_thread::sleep_until(std::chrono::steady_clock::now() + 2ms); }));
  VALUE(takes_at_least<std::chrono::steady_clock>(
      2ms, [] { std::this_thread::sleep_until(std::chrono::system_clock::now() + 2ms); }));
  std::this_thread::sleep_until(std::chrono::system_clock::time_point{});
  say("the past is over");
}

void clocks() {
  VALUE(std::chrono::steady_clock::is_steady);
  const auto monotonic = std::chrono::steady_clock::now();
  VALUE(std::chrono::steady_clock::now() >= monotonic);
  const auto day = std::chrono::system_clock::now();
  VALUE(std::chrono::system_clock::to_time_t(day) > 1500000000);
  VALUE(std::chrono::high_resolution_clock::now().time_since_epoch().count() > 0);
}

// The order of sleeps is the order of their ends. They are long, since a thread may begin late under load.
void in_order() {
  std::atomic<int> next = 0;
  int places[3] = {};
  {
    std::jthread threads[3];
    for (int i = 0; i < 3; ++i) {
      threads[i] = std::jthread([&, i] {
        std::this_thread::sleep_for(200ms * (3 - i));
        places[i] = next++;
      });
    }
  }
  for (int place : places) VALUE(place);
}

void yields() {
  std::atomic<bool> seen = false;
  std::jthread other([&] { seen = true; });
  while (!seen) std::this_thread::yield();
  say("seen");
}

struct Last {
  std::atomic<bool>& destroyed;
  ~Last() { destroyed = true; }
};

// The lock is released, and others notified, after the thread's own objects are gone.
void at_thread_exit() {
  std::mutex mutex;
  std::condition_variable ended;
  std::atomic<bool> destroyed = false;
  bool done = false;
  std::unique_lock lock(mutex);
  std::thread thread([&] {
    std::unique_lock mine(mutex);
    thread_local Last last{destroyed};
    static_cast<void>(last);
    done = true;
    std::notify_all_at_thread_exit(ended, std::move(mine));
  });
  ended.wait(lock, [&] { return done; });
  VALUE(destroyed.load());
  lock.unlock();
  thread.join();
}

}  // namespace

int main() {
  sleeps();
  clocks();
  in_order();
  yields();
  at_thread_exit();
}
