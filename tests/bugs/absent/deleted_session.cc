// REPAIRED: Whoever uses the session owns a share of it.
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace {

struct Session {
  std::atomic<int> requests{0};
};

std::mutex lock;
std::shared_ptr<Session> session = std::make_shared<Session>();

void serve() {
  std::shared_ptr<Session> mine;
  {
    const std::lock_guard guard(lock);
    mine = session;
  }
  if (mine != nullptr) mine->requests.fetch_add(1);
}

void close_session() {
  const std::lock_guard guard(lock);
  session = nullptr;
}

}  // namespace

int main() {
  std::thread worker(serve);
  std::thread closer(close_session);
  worker.join();
  closer.join();
}
