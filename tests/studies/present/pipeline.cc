// BUG: A connector does not wait for its place to be free if the value is urgent, and overwrites one that was not yet taken.
// EXPECT: assertion
// FROM: Java PathFinder's case studies (seeded); jCUTE, table 2: one race and one assertion, 3 paths, 0.70 s, 5 threads
// INPUT: values first and second of 16 bits
// WHEN: second is from 0x7FFF
// RARE: 1 in 2
// NEEDS: 3 interferences, 0 preemptions, 4 threads
// WITNESS: first=1 second=0x8001
// NEAR: first=1 second=2
#include <sleave/sleave.hpp>

#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

namespace {

using Value = std::uint16_t;

class Connector {
 public:
  void put(Value value) {
    std::unique_lock lock(mutex_);
    const bool urgent = value >= 0x8000;
    changed_.wait(lock, [&] { return urgent || !place_; });
    place_ = value;
    changed_.notify_one();
  }

  void close() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !place_; });
    closed_ = true;
    changed_.notify_one();
  }

  std::optional<Value> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return place_ || closed_; });
    const auto value = place_;
    place_.reset();
    changed_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Value> place_;
  bool closed_ = false;
};

Connector from_source;
Connector to_sink;

void stage() {
  while (const auto value = from_source.take()) to_sink.put(static_cast<Value>(*value + 1));
  to_sink.close();
}

}  // namespace

int main() {
  const auto first = sleave::any<Value>("first");
  const auto second = sleave::any<Value>("second");
  std::thread source([=] {
    from_source.put(first);
    from_source.put(second);
    from_source.close();
  });
  std::thread worker(stage);
  std::thread sink([=] {
    int values = 0;
    while (to_sink.take()) ++values;
    assert(values == 2);
  });
  source.join();
  worker.join();
  sink.join();
}
