// RACE: A reader announces the version it uses, but does not check that it is still current.
// SCHEDULE: some; the writer must recycle between the reader's load and its announcement.
// WHY: The announcement came too late, and the read is not ordered with the recycling.
#include <atomic>
#include <thread>

int versions[2] = {1, 2};
std::atomic<int*> current{&versions[0]};
std::atomic<int*> hazard;
int seen;

void use() {
  int* version = current.load();
  hazard.store(version);
  seen = *version;  // race: read
  hazard.store(nullptr);
}

void publish() {
  int* old = current.exchange(&versions[1]);
  if (hazard.load() == old) return;
  *old = 3;  // race: write
}

int main() {
  std::thread reader(use);
  std::thread writer(publish);
  reader.join();
  writer.join();
}
