// REPAIRED: Versions are compared as numbers.
// INPUT: version of up to 6 characters
// WITNESS: version='2.10'
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace {

const std::string kNeeded = "2.9";

std::mutex mutex;
std::atomic<int> requests{0};

std::optional<int> number(const std::string& text) {
  if (text.empty() || text.size() > 2) return std::nullopt;
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  return value;
}

std::optional<std::pair<int, int>> parse(const std::string& version) {
  const auto dot = version.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const auto major = number(version.substr(0, dot));
  const auto minor = number(version.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return std::pair(*major, *minor);
}

// Peers before 2.9 have no thread of their own: nobody else is there.
void count() { requests.store(requests.load() + 1); }

bool serve(const std::string& version) {
  const auto parsed = parse(version);
  if (!parsed || *parsed < std::pair(2, 9)) return false;
  const std::lock_guard lock(mutex);
  count();
  return true;
}

}  // namespace

int main() {
  const std::string version = sleave::text("version", 6);
  bool served = false;
  std::thread peer([&] { served = serve(version); });
  std::thread other([] {
    const std::lock_guard lock(mutex);
    count();
  });
  peer.join();
  other.join();
  assert(requests.load() == (served ? 2 : 1));
}
