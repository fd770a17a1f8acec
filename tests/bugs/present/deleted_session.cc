// BUG: A worker takes the session under the lock and uses it after, when another thread may have deleted it.
// EXPECT: heap_use_after_free | data_race
#include <atomic>
#include <mutex>
#include <thread>

namespace {

struct Session {
  std::atomic<int> requests{0};
};

std::mutex lock;
Session* session = new Session;

void serve() {
  Session* mine;
  {
    const std::lock_guard guard(lock);
    mine = session;
  }
  if (mine != nullptr) mine->requests.fetch_add(1);
}

void close_session() {
  const std::lock_guard guard(lock);
  delete session;
  session = nullptr;
}

}  // namespace

int main() {
  std::thread worker(serve);
  std::thread closer(close_session);
  worker.join();
  closer.join();
}
