// BUG: A task is accepted after the pool's only worker has seen an empty queue and left; nobody ever runs it.
// EXPECT: deadlock
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>

namespace {

class Pool {
 public:
  bool submit(std::function<void()> task) {
    std::lock_guard guard(lock_);
    tasks_.push(std::move(task));
    return true;
  }

  void close() {
    std::lock_guard guard(lock_);
    closed_ = true;
  }

  void run() {
    for (;;) {
      std::unique_lock guard(lock_);
      if (tasks_.empty()) {
        if (closed_) return;
        guard.unlock();
        std::this_thread::yield();
        continue;
      }
      const auto task = std::move(tasks_.front());
      tasks_.pop();
      guard.unlock();
      task();
    }
  }

 private:
  std::mutex lock_;
  std::queue<std::function<void()>> tasks_;
  bool closed_ = false;
};

Pool pool;

void ask() {
  const auto done = std::make_shared<std::promise<void>>();
  if (pool.submit([done] { done->set_value(); })) done->get_future().wait();
}

}  // namespace

int main() {
  std::thread worker([] { pool.run(); });
  std::thread client(ask);
  std::thread closer([] { pool.close(); });
  worker.join();
  client.join();
  closer.join();
}
