// Runs begin at sleave_ready(): what was set up before is there in every run, as it was, and what a run changes of it
// is not there in the next.
#include <sleave/ready.h>

#include <atomic>
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::map<int, std::string> table;
thread_local int set_up_by_main = 0;

void set_up() {
  std::mutex mutex;  // a single thread may synchronise as it likes
  for (int i = 0; i < 1000; ++i) {
    const std::lock_guard lock(mutex);
    table[i] = std::to_string(i);
  }
  set_up_by_main = 7;
}

}  // namespace

int main() {
  set_up();
  std::atomic<int> changed{0};
  std::mutex mutex;
  sleave_ready();
  assert(table.size() == 1000 && set_up_by_main == 7);
  const auto change = [&](int key) {
    const std::lock_guard lock(mutex);
    table.erase(key);
    table[1000 + key] = "new";
    ++changed;
  };
  std::thread first(change, 1);
  std::thread second(change, 2);
  first.join();
  second.join();
  sleave_ready();  // too late to mean anything
  assert(table.size() == 1000 && table.count(1) == 0 && changed == 2);
}
