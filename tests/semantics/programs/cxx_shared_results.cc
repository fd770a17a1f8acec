// COVERS: one shared_future waited for by several threads (its async joined inside the first get), deferred work run
// COVERS: by whichever thread asks first, futures that outlive their threads, call_once whose first callers throw.
#include <atomic>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "say.h"

namespace {

void several_waiters() {
  std::shared_future<int> result = std::async(std::launch::async, [] {
                                     std::this_thread::yield();
                                     return 5;
                                   }).share();
  std::atomic<int> sum{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back([result, &sum] { sum += result.get(); });
  }
  VALUE(sum.load());
  VALUE(result.get());
}

void deferred_once() {
  std::atomic<int> runs{0};
  std::shared_future<int> lazy = std::async(std::launch::deferred, [&] { return ++runs; }).share();
  std::atomic<int> sum{0};
  {
    std::jthread a([lazy, &sum] { sum += lazy.get(); });
    std::jthread b([lazy, &sum] { sum += lazy.get(); });
  }
  VALUE(runs.load());
  VALUE(sum.load());
}

void nested() {
  std::future<int> outer = std::async(std::launch::async, [] {
    std::future<int> inner = std::async(std::launch::async, [] { return 20; });
    return inner.get() + 1;
  });
  VALUE(outer.get());
  (void)std::async(std::launch::async, [] { say("the temporary future's destructor joins"); });
  say("after");
}

void broken_by_thread() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::jthread thread([moved = std::move(promise)]() mutable { std::promise<int> gone = std::move(moved); });
  try {
    future.get();
  } catch (const std::future_error& error) {
    VALUE(error.code() == std::future_errc::broken_promise);
  }
}

void throwing_once() {
  std::once_flag flag;
  std::atomic<int> attempts{0};
  std::atomic<int> caught{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        try {
          std::call_once(flag, [&] {
            if (++attempts < 3) throw std::runtime_error("not yet");
          });
        } catch (const std::runtime_error&) {
          ++caught;
        }
      });
    }
  }
  VALUE(attempts.load());
  VALUE(caught.load());
}

}  // namespace

int main() {
  several_waiters();
  deferred_once();
  nested();
  broken_by_thread();
  throwing_once();
}
