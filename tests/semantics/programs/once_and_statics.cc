// COVERS: pthread_once, std::call_once and function-local statics, with exceptions that leave the work to the next one.
#include <pthread.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "say.h"

namespace {

pthread_once_t control = PTHREAD_ONCE_INIT;
void once_routine() { say("pthread_once runs"); }

void posix() {
  ERROR(pthread_once(&control, once_routine));
  std::thread([] { ERROR(pthread_once(&control, once_routine)); }).join();
}

int attempts;

void fail_twice(const std::string& who) {
  ++attempts;
  say(("attempt of " + who).c_str());
  if (attempts <= 2) throw std::runtime_error("attempt " + std::to_string(attempts));
}

void standard_once(std::once_flag& flag, const std::string& who) {
  try {
    std::call_once(flag, fail_twice, who);
    say((who + " passes").c_str());
  } catch (const std::exception& error) {
    say((who + " caught " + error.what()).c_str());
  }
}

struct Difficult {
  explicit Difficult(int attempt) : value(attempt) {
    if (attempt < 3) throw attempt;
  }
  int value;
};

int tries;

int local_static() {
  static const Difficult difficult(++tries);
  return difficult.value;
}

void use_static() {
  try {
    VALUE(local_static());
  } catch (int attempt) {
    say_value("caught", attempt);
  }
}

struct Nested {
  Nested() { use_static(); }
};

void nested_static() {
  static const Nested nested;
  (void)nested;
  say("nested is made");
}

}  // namespace

int main() {
  posix();
  std::once_flag flag;
  standard_once(flag, "main");
  std::thread([&] { standard_once(flag, "thread"); }).join();
  std::thread([&] { standard_once(flag, "another"); }).join();
  standard_once(flag, "main again");
  use_static();
  std::thread(use_static).join();
  nested_static();
  nested_static();
  std::thread(use_static).join();
  VALUE(tries);
  return 0;
}
