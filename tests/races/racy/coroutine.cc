// RACE: A coroutine goes on in another thread while its owner uses what it changes.
// WHY: Nothing orders the owner's read with the second part of the coroutine.
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

int state;
int seen;

Task count() {
  co_await std::suspend_always{};
  ++state;  // race: write
}

int main() {
  const Task task = count();
  task.handle.resume();
  std::thread other([&task] { task.handle.resume(); });
  seen = state;  // race: read
  other.join();
  task.handle.destroy();
}
