// BUG: The consumer decodes what has arrived; if a sequence is not complete, the rest of it is taken for characters of their own.
// EXPECT: assertion
// INPUT: bytes text, 4 bytes
// WHEN: text begins with a valid sequence of two bytes (0xC2..0xDF, 0x80..0xBF)
// RARE: 1 in 34
// NEEDS: 4 interferences, 1 preemption, 3 threads
// WITNESS: text=xc3a90000
// NEAR: text=x41420000
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;
std::deque<std::uint8_t> queue;
bool closed = false;
int invalid = 0;

bool is_lead(std::uint8_t byte) { return byte >= 0xC2 && byte <= 0xDF; }

bool is_tail(std::uint8_t byte) { return byte >= 0x80 && byte <= 0xBF; }

// Only whole sequences are sent.
void produce(const std::array<std::uint8_t, 4>& text) {
  const bool pair = is_lead(text[0]) && is_tail(text[1]);
  const unsigned length = pair ? 2 : text[0] != 0 && text[0] < 0x80 ? 1 : 0;
  for (unsigned i = 0; i < length; ++i) {
    const std::lock_guard lock(mutex);
    queue.push_back(text[i]);
    arrived.notify_one();
  }
  const std::lock_guard lock(mutex);
  closed = true;
  arrived.notify_one();
}

void decode_one() {
  const std::uint8_t byte = queue.front();
  queue.pop_front();
  if (byte < 0x80) return;
  if (is_lead(byte) && !queue.empty() && is_tail(queue.front())) {
    queue.pop_front();
  } else {
    ++invalid;
  }
}

void consume() {
  std::unique_lock lock(mutex);
  for (;;) {
    arrived.wait(lock, [] { return closed || !queue.empty(); });
    if (queue.empty()) return;
    decode_one();
  }
}

}  // namespace

int main() {
  const auto text = sleave::any<std::array<std::uint8_t, 4>>("text");
  std::thread consumer(consume);
  std::thread producer([&] { produce(text); });
  producer.join();
  consumer.join();
  assert(invalid == 0);
}
