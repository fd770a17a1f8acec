// COVERS: functions that the dynamic linker calls when it ends the program, after main and its exit handlers. A worker calls
// them by itself (runtime/isolate/library_ends.h): it must not leave any out.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> step{0};

struct Static {
  ~Static() { step.fetch_add(1); }
} object;

void race(int by) {
  std::thread other([by] { step.fetch_add(by); });
  step.fetch_add(2 * by);
  other.join();
}

__attribute__((destructor(101))) void last() { race(100); }
__attribute__((destructor)) void early() { race(10); }

}  // namespace

int main() { race(1000); }
