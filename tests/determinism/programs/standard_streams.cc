// COVERS: printing from several threads through C and C++ streams.
#include <atomic>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<int> lines{0};

void say(const std::string& name) {
  for (int i = 0; i < 2; ++i) {
    const int number = lines.fetch_add(1);
    const std::lock_guard lock(mutex);
    std::cout << name << " line " << number << '\n';
  }
}

}  // namespace

int main() {
  std::thread first(say, "first");
  std::thread second(say, "second");
  std::thread third([] { lines.fetch_add(std::printf("third line\n")); });
  first.join();
  second.join();
  third.join();
  lines.fetch_add(std::fputs("the end\n", stderr) >= 0 ? 1 : 0);
}
