// FREE: A coroutine starts in one thread and goes on in a second one that is created for it.
// WHY: Creation and join order the two parts of its body.
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

Task count() {
  ++state;
  co_await std::suspend_always{};
  ++state;
}

int main() {
  const Task task = count();
  task.handle.resume();
  std::thread other([&task] { task.handle.resume(); });
  other.join();
  ++state;
  task.handle.destroy();
}
