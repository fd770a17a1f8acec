// The same before main begins.
#include <atomic>
#include <cstdlib>
#include <thread>

namespace {

std::atomic<int> set;

struct Early {
  Early() {
    std::thread thread([] { set = 1; });
    const int seen = set;
    thread.join();
    if (seen != 0) std::exit(4);  // FAILS: exit_in_constructor
  }
};
const Early early;

}  // namespace

int main() { return 0; }
