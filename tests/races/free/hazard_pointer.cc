// FREE: A reader announces the version it uses and checks that it is still current; the writer recycles it only if not
// WHY: announced. All sequentially consistent: either the writer sees the announcement or the reader the new version.
#include <atomic>
#include <thread>

int versions[2] = {1, 2};
std::atomic<int*> current{&versions[0]};
std::atomic<int*> hazard;
int seen;

void use() {
  int* version = current.load();
  hazard.store(version);
  if (current.load() == version) seen = *version;
  hazard.store(nullptr);
}

void publish() {
  int* old = current.exchange(&versions[1]);
  if (hazard.load() != old) *old = 3;
}

int main() {
  std::thread reader(use);
  std::thread writer(publish);
  reader.join();
  writer.join();
}
