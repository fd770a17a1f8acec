// BUG: The decoder tests a back reference against the history, which a trim in another thread shortens before it is copied.
// EXPECT: terminate
// INPUT: distance 0..255, length 0..15
// WHEN: 8 < distance <= 16 and length > 0
// RARE: 1 in 34
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: distance=12 length=3
// NEAR: distance=8 length=3
#include <sleave/sleave.hpp>

#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr std::size_t kKept = 8;

std::mutex mutex;
std::string history = "0123456789abcdef";

bool reaches(std::size_t distance) {
  const std::lock_guard lock(mutex);
  return distance > 0 && distance <= history.size();
}

void copy_back(std::size_t distance, std::size_t length) {
  const std::lock_guard lock(mutex);
  for (std::size_t i = 0; i < length; ++i) history.push_back(history.at(history.size() - distance));
}

void trim() {
  const std::lock_guard lock(mutex);
  if (history.size() > kKept) history.erase(0, history.size() - kKept);
}

}  // namespace

int main() {
  const auto distance = static_cast<std::size_t>(sleave::any_in(0, 255, "distance"));
  const auto length = static_cast<std::size_t>(sleave::any_in(0, 15, "length"));
  std::thread decoder([=] {
    if (reaches(distance)) copy_back(distance, length);
  });
  std::thread keeper(trim);
  decoder.join();
  keeper.join();
}
