// FREE: Two threads look up a map and change the values of different keys.
// WHY: find is treated as const, and the values are different objects.
#include <map>
#include <thread>

std::map<int, int> table{{0, 0}, {1, 1}, {2, 2}};

void change(int key) {
  const auto found = table.find(key);
  if (found != table.end()) found->second += 5;
}

int main() {
  std::thread a(change, 0);
  std::thread b(change, 2);
  a.join();
  b.join();
}
