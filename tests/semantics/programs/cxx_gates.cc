// COVERS: std::latch, std::barrier with completion, counting_semaphore, atomic wait and notify, atomic_flag.
#include <atomic>
#include <barrier>
#include <chrono>
#include <latch>
#include <memory>
#include <semaphore>
#include <thread>
#include <vector>

#include "say.h"

namespace {

using namespace std::chrono_literals;

void latches() {
  std::latch latch(3);
  VALUE(latch.try_wait());
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&] { latch.count_down(); });
  latch.arrive_and_wait();
  VALUE(latch.try_wait());
}

void barriers() {
  int phase = 0;
  std::barrier barrier(3, [&]() noexcept { say_value("phase", ++phase); });
  std::vector<std::jthread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3; ++round) barrier.arrive_and_wait();
      barrier.arrive_and_drop();
    });
  }
  for (int round = 0; round < 4; ++round) barrier.arrive_and_wait();
  threads.clear();
  barrier.arrive_and_wait();
  VALUE(phase);
}

void semaphores() {
  std::counting_semaphore<5> semaphore(2);
  semaphore.acquire();
  VALUE(semaphore.try_acquire());
  VALUE(semaphore.try_acquire());
  VALUE(semaphore.try_acquire_for(2ms));
  VALUE(semaphore.try_acquire_until(std::chrono::steady_clock::now() + 2ms));
  VALUE(semaphore.try_acquire_until(std::chrono::system_clock::now() - 1s));
  std::jthread thread([&] { semaphore.release(2); });
  semaphore.acquire();
  VALUE(semaphore.try_acquire_for(1h));
  std::binary_semaphore gate(0);
  std::jthread opener([&] { gate.release(); });
  gate.acquire();
  VALUE(gate.try_acquire());
}

template <typename T>
void waits() {
  std::atomic<T> word(T(1));
  std::jthread thread([&] {
    word.wait(T(1));
    word.store(T(3));
    word.notify_all();
  });
  word.store(T(2));
  word.notify_one();
  word.wait(T(2));
  VALUE(word.load() == T(3));
  word.wait(T(1));
}

void flags() {
  std::atomic_flag flag;
  VALUE(flag.test());
  VALUE(flag.test_and_set());
  VALUE(flag.test_and_set());
  std::jthread thread([&] {
    flag.clear();
    flag.notify_all();
  });
  flag.wait(true);
  VALUE(flag.test());
}

#ifdef __cpp_lib_atomic_shared_ptr
void shared_pointers() {
  std::atomic<std::shared_ptr<int>> pointer(std::make_shared<int>(1));
  std::shared_ptr<int> seen = pointer.load();
  // libstdc++ 12 also ends this wait when somebody only reads the pointer, so it is a loop.
  const auto wait_while = [&](const std::shared_ptr<int>& old) {
    while (pointer.load() == old) pointer.wait(old);
  };
  std::jthread thread([&] {
    wait_while(seen);
    pointer.exchange(std::make_shared<int>(*pointer.load() + 10));
    pointer.notify_all();
  });
  std::shared_ptr<int> second = std::make_shared<int>(2);
  VALUE(pointer.compare_exchange_strong(seen, second));
  VALUE(*seen);
  pointer.notify_one();
  wait_while(second);
  VALUE(*pointer.load());
  thread.join();
  VALUE(second.use_count());
  VALUE(seen.use_count());
  std::atomic<std::weak_ptr<int>> weak(second);
  second.reset();
  VALUE(weak.load().expired());
}
#else  // a library without them
void shared_pointers() {}
#endif

}  // namespace

int main() {
  latches();
  barriers();
  semaphores();
  waits<char>();
  waits<short>();
  waits<int>();
  waits<long>();
  waits<double>();
  flags();
  shared_pointers();
  return 0;
}
