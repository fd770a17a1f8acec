// BUG: The client takes the end of its time for a refusal, although the answer may still come.
// EXPECT: assertion
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable answered;
int answer = 0;

void serve() {
  const std::lock_guard guard(lock);
  answer = 42;
  answered.notify_one();
}

int ask() {
  std::unique_lock guard(lock);
  while (answer == 0) {
    if (answered.wait_for(guard, std::chrono::seconds(5)) == std::cv_status::timeout) return 0;
  }
  return answer;
}

}  // namespace

int main() {
  std::thread server(serve);
  const int result = ask();
  server.join();
  assert(result == answer);
}
