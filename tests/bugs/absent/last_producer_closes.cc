// REPAIRED: A producer counts itself out after its last item.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Channel {
 public:
  bool put(int item) {
    std::lock_guard guard(lock_);
    if (closed_) return false;
    items_.push_back(item);
    return true;
  }

  void close() {
    std::lock_guard guard(lock_);
    closed_ = true;
  }

 private:
  std::mutex lock_;
  std::vector<int> items_;
  bool closed_ = false;
};

Channel channel;
std::atomic<int> producers{2};

void produce(int item) {
  const bool accepted = channel.put(item);
  const bool last = producers.fetch_sub(1) == 1;
  assert(accepted);
  if (last) channel.close();
}

}  // namespace

int main() {
  std::thread a(produce, 1);
  std::thread b(produce, 2);
  a.join();
  b.join();
}
