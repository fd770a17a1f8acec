// FREE: A new version is published in an atomic<shared_ptr>; the reader keeps what it loaded alive.
// WHY: The store synchronizes with the load that reads it; versions are constant.
// TSAN: What it reports is true of libstdc++ 12 (an unlock with relaxed order), not of the program.
#include <atomic>
#include <memory>
#include <thread>

std::atomic<std::shared_ptr<int>> current;
int seen;

void publish() { current.store(std::make_shared<int>(1)); }

void use() {
  if (const auto version = current.load()) seen = *version;
}

int main() {
  std::thread writer(publish);
  std::thread reader(use);
  writer.join();
  reader.join();
}
