// FREE: A task fails, and its exception carries a message to the caller.
// WHY: set_exception synchronizes with the get that throws it.
#include <future>

struct Failure {
  int code;
};

int seen;

int main() {
  auto task = std::async(std::launch::async, []() -> int { throw Failure{5}; });
  try {
    task.get();
  } catch (const Failure& failure) {
    seen = failure.code;
  }
}
