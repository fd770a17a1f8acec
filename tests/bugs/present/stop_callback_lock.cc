// BUG: A stop_callback takes the lock under which it is taken back; taking it back waits for the callback to end.
// EXPECT: deadlock
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
  std::lock_guard guard(lock);
  on_stop.reset();
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
