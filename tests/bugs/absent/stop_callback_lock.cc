// REPAIRED: The callback is taken back before the lock is taken.
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace {

std::mutex lock;
int open_files = 1;

void close_all() {
  std::lock_guard guard(lock);
  open_files = 0;
}

void work(const std::stop_token& token) {
  std::optional<std::stop_callback<void (*)()>> on_stop;
  on_stop.emplace(token, close_all);
  on_stop.reset();
  std::lock_guard guard(lock);
  open_files = 0;
}

}  // namespace

int main() {
  std::stop_source source;
  std::thread worker(work, source.get_token());
  std::thread stopper([&source] { source.request_stop(); });
  worker.join();
  stopper.join();
}
