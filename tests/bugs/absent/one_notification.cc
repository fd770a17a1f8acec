// REPAIRED: The gate is opened with notify_all.
#include <atomic>
#include <thread>

namespace {

std::atomic<int> gate_is_open{0};

void pass() { gate_is_open.wait(0); }

void open_gate() {
  gate_is_open.store(1);
  gate_is_open.notify_all();
}

}  // namespace

int main() {
  std::thread a(pass);
  std::thread b(pass);
  std::thread c(open_gate);
  a.join();
  b.join();
  c.join();
}
