// FREE: A writer makes a new version and publishes its address; readers use whichever version they find.
// WHY: A version is never changed after it was published with release.
#include <atomic>
#include <thread>

struct Version {
  int width;
  int height;
};

Version versions[3];
std::atomic<Version*> current{&versions[0]};
int seen[2];

void publish() {
  for (int i = 1; i < 3; ++i) {
    versions[i] = {i, i};
    current.store(&versions[i], std::memory_order_release);
  }
}

void use(int thread) {
  const Version* version = current.load(std::memory_order_acquire);
  seen[thread] = version->width * version->height;
}

int main() {
  std::thread writer(publish);
  std::thread a(use, 0);
  std::thread b(use, 1);
  writer.join();
  a.join();
  b.join();
}
