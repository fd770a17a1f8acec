// BUG: A cancelled download returns early and destroys a std::thread that is still joinable.
// EXPECT: terminate
#include <atomic>
#include <thread>

namespace {

std::atomic<bool> cancelled{false};
std::atomic<int> bytes_written{0};

void write_file() { bytes_written.fetch_add(512); }

bool download() {
  std::thread writer(write_file);
  if (cancelled.load()) return false;
  writer.join();
  return true;
}

}  // namespace

int main() {
  std::thread user([] { cancelled.store(true); });
  download();
  user.join();
}
