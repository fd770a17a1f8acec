// COVERS: C++20 coroutines resumed on other threads: locals in the frame, exceptions, destruction while suspended.
#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "say.h"

namespace {

// A queue of suspended coroutines, resumed by worker threads.
class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this](std::stop_token stop) { work(stop); });
  }

  auto schedule() {
    struct Awaiter {
      Pool* pool;
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<> handle) const { pool->post(handle); }
      void await_resume() const noexcept {}
    };
    return Awaiter{this};
  }

  void post(std::coroutine_handle<> handle) {
    {
      const std::scoped_lock lock(mutex_);
      queue_.push_back(handle);
    }
    more_.notify_one();
  }

 private:
  void work(std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (more_.wait(lock, stop, [this] { return !queue_.empty(); })) {
      std::coroutine_handle<> handle = queue_.front();
      queue_.pop_front();
      lock.unlock();
      handle.resume();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::deque<std::coroutine_handle<>> queue_;
  std::vector<std::jthread> threads_;
};

class Task {
 public:
  struct promise_type {
    std::atomic<int> state{0};  // 1 value, 2 exception
    int value = 0;
    std::exception_ptr error;

    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_never initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() const noexcept { return false; }
      void await_suspend(std::coroutine_handle<promise_type> handle) const noexcept {
        std::atomic<int>& state = handle.promise().state;
        state.store(handle.promise().error ? 2 : 1);
        state.notify_all();
      }
      void await_resume() const noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_value(int result) { value = result; }
    void unhandled_exception() { error = std::current_exception(); }
  };

  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  ~Task() {
    if (handle_) handle_.destroy();
  }

  int get() {
    promise_type& promise = handle_.promise();
    promise.state.wait(0);
    if (promise.error) std::rethrow_exception(promise.error);
    return promise.value;
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

Task sum(Pool& pool, int from, int to) {
  int total = 0;
  for (int i = from; i < to; ++i) {
    co_await pool.schedule();
    total += i;
  }
  co_return total;
}

Task fails(Pool& pool) {
  int steps[3] = {1, 2, 3};
  for (int step : steps) {
    co_await pool.schedule();
    if (step == 2) throw std::runtime_error("at step two");
  }
  co_return 0;
}

struct Counted {
  static inline std::atomic<int> live{0};
  Counted() { ++live; }
  ~Counted() { --live; }
};

Task left_suspended(std::coroutine_handle<>* where) {
  Counted local;
  struct Keep {
    std::coroutine_handle<>* where;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<> handle) const { *where = handle; }
    void await_resume() const noexcept {}
  };
  co_await Keep{where};
  co_return Counted::live.load();
}

}  // namespace

int main() {
  {
    Pool pool(2);
    Task a = sum(pool, 0, 4);
    Task b = sum(pool, 10, 13);
    VALUE(a.get());
    VALUE(b.get());
    Task c = fails(pool);
    try {
      c.get();
    } catch (const std::runtime_error& error) {
      say(error.what());
    }
  }
  {
    std::coroutine_handle<> handle;
    Task suspended = left_suspended(&handle);
    VALUE(Counted::live.load());
  }
  VALUE(Counted::live.load());
  std::coroutine_handle<> handle;
  Task resumed = left_suspended(&handle);
  std::jthread([&] { handle.resume(); }).join();
  VALUE(resumed.get());
}
