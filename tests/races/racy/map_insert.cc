// RACE: An element is added to a map while another thread asks for its size.
// WHY: insert changes the tree and its count.
#include <map>
#include <thread>

std::map<int, int> table;
bool seen;

void add() {
  table.emplace(1, 1);  // race: write
}

void look() {
  seen = table.size() == 0;  // race: read
}

int main() {
  std::thread a(add);
  std::thread b(look);
  a.join();
  b.join();
}
