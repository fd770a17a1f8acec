// FREE: A new version is published in an atomic<shared_ptr>; the reader keeps what it loaded alive.
// WHY: The store synchronises with the load that reads it; versions are constant.
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
