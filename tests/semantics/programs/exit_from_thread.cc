// COVERS: exit called by a thread: its thread_locals, then atexit handlers and static destructors in reverse order;
// code 42.
#include <cstdlib>
#include <thread>

#include "say.h"

namespace {

struct Noisy {
  explicit Noisy(const char* name) : name_(name) {}
  ~Noisy() { say(name_); }
  void touch() const {}
  const char* name_;
};

const Noisy first("static first");
const Noisy second("static second");
thread_local const Noisy of_thread("thread_local of the thread that exits");

void last_word() { say("atexit one"); }
void more_words() {
  say("atexit two");
  std::atexit([] { say("registered by a handler"); });
}

}  // namespace

int main() {
  std::atexit(last_word);
  static const Noisy local("local static");
  local.touch();
  std::atexit(more_words);
  std::thread thread([] {
    of_thread.touch();
    const Noisy not_destroyed("must not be destroyed");
    not_destroyed.touch();
    std::exit(42);
  });
  thread.join();
  return 1;
}
