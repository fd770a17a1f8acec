// COVERS: function-local statics, one whose initialiser throws the first time.
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::atomic<int> attempts{0};
std::atomic<int> uses{0};

struct Connection {
  Connection() {
    if (attempts.fetch_add(1) == 0) throw std::runtime_error("first attempt fails");
  }
  int port = 80;
};

const Connection& connection() {
  static const Connection shared;
  return shared;
}

std::mutex& registry_mutex() {
  static std::mutex mutex;
  return mutex;
}

void use() {
  for (int i = 0; i < 2; ++i) {
    try {
      uses.fetch_add(connection().port);
    } catch (const std::runtime_error&) {
      uses.fetch_add(1);
    }
    const std::lock_guard lock(registry_mutex());
  }
}

}  // namespace

int main() {
  std::thread first(use);
  std::thread second(use);
  std::thread third(use);
  first.join();
  second.join();
  third.join();
}
