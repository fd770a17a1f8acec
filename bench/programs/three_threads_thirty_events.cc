// Three threads (main and two workers), thirty visible events in all:
//
//   main       2 thread_create, 2 thread_join, atomic_load, process_exit                                     6
//   workers    2 x (thread_start, 5 atomic_rmw, 2 x (mutex_lock, mutex_unlock), atomic_store, thread_exit)    24
#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <thread>

#include "measured_body.h"

namespace {

struct Shared {
  std::atomic<int> arrived{0};
  std::atomic<bool> finished[2] = {};
  std::mutex mutex;
  int sum = 0;
};

void worker(Shared& shared, int self) {
  for (int i = 0; i < 5; ++i) shared.arrived.fetch_add(1);
  for (int i = 0; i < 2; ++i) {
    const std::lock_guard lock(shared.mutex);
    ++shared.sum;
  }
  shared.finished[self].store(true);
}

}  // namespace

void measured_body() {
  Shared shared;
  std::thread first(worker, std::ref(shared), 0);
  std::thread second(worker, std::ref(shared), 1);
  first.join();
  second.join();
  if (shared.arrived.load() != 10) std::abort();
}
