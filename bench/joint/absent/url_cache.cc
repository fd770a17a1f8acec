// REPAIRED: The decoded path is looked up.
// INPUT: path of up to 5 characters
// WITNESS: path='/%61'
#include <sleave/sleave.hpp>

#include <cassert>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

std::mutex mutex;
std::map<std::string, int> cache;
int loads_of_a = 0;

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decode(const std::string& path) {
  std::string plain;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '%' && i + 2 < path.size() && hex(path[i + 1]) >= 0 && hex(path[i + 2]) >= 0) {
      plain.push_back(static_cast<char>(hex(path[i + 1]) * 16 + hex(path[i + 2])));
      i += 2;
    } else {
      plain.push_back(path[i]);
    }
  }
  return plain;
}

void get(const std::string& path) {
  const std::string plain = decode(path);
  const std::lock_guard lock(mutex);
  if (cache.count(plain) != 0) return;
  cache[plain] = 1;
  if (plain == "/a") ++loads_of_a;
}

void get_a() {
  const std::lock_guard lock(mutex);
  if (cache.count("/a") != 0) return;
  cache["/a"] = 1;
  ++loads_of_a;
}

}  // namespace

int main() {
  const std::string path = sleave::text("path", 5);
  std::thread one([&] { get(path); });
  std::thread two(get_a);
  one.join();
  two.join();
  assert(loads_of_a <= 1);
}
