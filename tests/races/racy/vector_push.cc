// RACE: A vector grows while another thread asks for its size.
// WHY: push_back is not const; it changes what size reads.
#include <thread>
#include <vector>

std::vector<int> numbers;
std::size_t seen;

void grow() {
  numbers.push_back(1);  // race: write
}

void look() {
  seen = numbers.size();  // race: read
}

int main() {
  numbers.reserve(4);
  std::thread a(grow);
  std::thread b(look);
  a.join();
  b.join();
}
