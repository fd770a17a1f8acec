// COVERS: exceptions in flight, nested and rethrown across scheduling points.
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<int> seen{0};

struct Cleanup {
  ~Cleanup() {
    seen.fetch_add(std::uncaught_exceptions());
    const std::lock_guard lock(mutex);
  }
};

void fail(int depth) {
  const Cleanup cleanup;
  if (depth == 0) throw std::runtime_error("deep");
  try {
    fail(depth - 1);
  } catch (const std::runtime_error&) {
    seen.fetch_add(1);
    std::throw_with_nested(std::logic_error("wrapped"));
  } catch (const std::logic_error&) {
    seen.fetch_add(10);
    throw;
  }
}

void work() {
  try {
    fail(2);
  } catch (const std::exception&) {
    seen.fetch_add(100);
  }
}

std::exception_ptr carried;

}  // namespace

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third([] {
    try {
      fail(0);
    } catch (...) {
      carried = std::current_exception();
    }
  });
  first.join();
  second.join();
  third.join();
  try {
    std::rethrow_exception(carried);
  } catch (const std::runtime_error&) {
    seen.fetch_add(1000);
  }
}
