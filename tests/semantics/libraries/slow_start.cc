// A library whose constructors and destructors synchronize and give others time.
#include <atomic>
#include <mutex>
#include <thread>

extern "C" {
std::atomic<int>* starts();  // defined by the program
std::mutex* start_mutex();
int slow_start_value() { return 77; }
}

namespace {

struct Starter {
  Starter() {
    const std::scoped_lock lock(*start_mutex());
    std::this_thread::yield();
    std::thread([] { starts()->fetch_add(1); }).join();
    std::this_thread::yield();
  }
  ~Starter() {
    std::this_thread::yield();
    starts()->fetch_add(100);
  }
} starter;

}  // namespace
