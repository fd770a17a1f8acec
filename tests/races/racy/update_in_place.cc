// RACE: A writer changes the published version instead of a new one.
// WHY: The reader holds the address already; the change is not ordered with its reads.
#include <atomic>
#include <thread>

struct Version {
  int width;
  int height;
};

Version first{1, 1};
std::atomic<Version*> current{&first};
int seen;

void publish() {
  Version* version = current.load(std::memory_order_acquire);
  version->width = 2;  // race: write
  current.store(version, std::memory_order_release);
}

void use() {
  const Version* version = current.load(std::memory_order_acquire);
  seen = version->width;  // race: read
}

int main() {
  std::thread reader(use);
  std::thread writer(publish);
  reader.join();
  writer.join();
}
