// REPAIRED: Search and insertion are under one lock.
// INPUT: keys a and b of 32 bits
// WITNESS: a=77 b=77
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <thread>

namespace {

using Key = std::uint32_t;

std::mutex mutex;
std::array<Key, 8> places{};  // open addressing; 0 is free

bool contains(Key key) {
  for (unsigned i = 0; i < places.size(); ++i) {
    const Key there = places[(key + i) % places.size()];
    if (there == key) return true;
    if (there == 0) return false;
  }
  return false;
}

void put(Key key) {
  for (unsigned i = 0; i < places.size(); ++i) {
    Key& there = places[(key + i) % places.size()];
    if (there != 0) continue;
    there = key;
    return;
  }
}

void insert(Key key) {
  if (key == 0) return;
  const std::lock_guard lock(mutex);
  if (!contains(key)) put(key);
}

}  // namespace

int main() {
  const auto a = sleave::any<Key>("a");
  const auto b = sleave::any<Key>("b");
  std::thread one([=] { insert(a); });
  std::thread two([=] { insert(b); });
  one.join();
  two.join();
  for (unsigned i = 0; i < places.size(); ++i) {
    for (unsigned k = 0; k < i; ++k) assert(places[i] == 0 || places[i] != places[k]);
  }
}
