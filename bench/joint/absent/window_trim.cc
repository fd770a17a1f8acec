// REPAIRED: Test and copy are one critical section.
// INPUT: distance 0..255, length 0..15
// WITNESS: distance=12 length=3
#include <sleave/sleave.hpp>

#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr std::size_t kKept = 8;

std::mutex mutex;
std::string history = "0123456789abcdef";

void copy_back(std::size_t distance, std::size_t length) {
  const std::lock_guard lock(mutex);
  if (distance == 0 || distance > history.size()) return;
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
  std::thread decoder([=] { copy_back(distance, length); });
  std::thread keeper(trim);
  decoder.join();
  keeper.join();
}
