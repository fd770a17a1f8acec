// REPAIRED: The handler is loaded once, and that pointer is tested and used.
#include <atomic>
#include <thread>

namespace {

struct Handler {
  void (*run)(int event);
};

std::atomic<int> delivered{0};
void count(int event) { delivered.fetch_add(event); }

const Handler counting{count};
std::atomic<const Handler*> current{&counting};

void dispatch(int event) {
  if (const Handler* handler = current.load()) handler->run(event);
}

}  // namespace

int main() {
  std::thread source([] {
    for (int event = 1; event <= 3; ++event) dispatch(event);
  });
  std::thread shutdown([] { current.store(nullptr); });
  source.join();
  shutdown.join();
}
