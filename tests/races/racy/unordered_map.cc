// RACE: operator[] of an unordered_map, used for reading, adds a missing key, while another thread looks.
// WHY: operator[] is not const: it may change the container, and here it does.
#include <thread>
#include <unordered_map>

std::unordered_map<int, int> table;
bool seen;

void look() {
  seen = table.empty();  // race: read
}

void look_and_add() {
  table[7];  // race: write
}

int main() {
  std::thread a(look_and_add);
  std::thread b(look);
  a.join();
  b.join();
}
