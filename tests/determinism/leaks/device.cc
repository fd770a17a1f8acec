// LEAK: read
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace {

std::atomic<unsigned> key{0};

void draw() {
  unsigned value = 0;
  const int device = open("/proc/sys/kernel/random/uuid", O_RDONLY);
  if (read(device, &value, sizeof value) != sizeof value) return;
  close(device);
  key.store(value);  // DIFFERS
}

}  // namespace

int main() {
  std::thread other(draw);
  other.join();
  return key.load() == 0 ? 1 : 0;
}
