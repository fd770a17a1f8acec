// LEAK: fopen
#include <atomic>
#include <cstdio>
#include <thread>

namespace {

std::atomic<unsigned> key{0};

unsigned from_stream() {
  unsigned value = 0;
  std::FILE* device = std::fopen("/proc/sys/kernel/random/uuid", "rb");
  if (device == nullptr || std::fread(&value, sizeof value, 1, device) != 1) return 0;
  std::fclose(device);
  return value;
}

}  // namespace

// The value is read by main and differs first in another thread.
int main() {
  const unsigned value = from_stream();
  std::thread other([value] { key.store(value); });  // DIFFERS
  other.join();
  return key.load() == 0 ? 1 : 0;
}
