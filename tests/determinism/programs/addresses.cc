// LEAK: addresses of globals, heap blocks, stack slots and functions, hashed and ordered.
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <thread>
#include <unordered_map>
#include <vector>

// Visible outside: a variable that nobody reads would be optimised away, and its stores with it.
std::atomic<std::uintptr_t> seen{0};

namespace {

int global = 0;

void publish(const void* address) {
  seen.store(reinterpret_cast<std::uintptr_t>(address));
  seen.store(std::hash<const void*>{}(address));
}

void walk(int blocks) {
  int local = 0;
  publish(&local);
  publish(&global);
  publish(reinterpret_cast<const void*>(&walk));
  std::vector<std::unique_ptr<int>> owners;
  std::unordered_map<int*, int> by_address;
  std::set<int*> ordered;
  for (int i = 0; i < blocks; ++i) {
    owners.push_back(std::make_unique<int>(i));
    by_address[owners.back().get()] = i;
    ordered.insert(owners.back().get());
  }
  for (const auto& [address, number] : by_address) seen.store(static_cast<std::uintptr_t>(number));
  for (const int* address : ordered) seen.store(static_cast<std::uintptr_t>(*address));
}

}  // namespace

int main() {
  std::thread first(walk, 5);
  std::thread second(walk, 7);
  first.join();
  second.join();
}
