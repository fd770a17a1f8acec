// FREE: Two threads change different elements of a vector, and read its size.
// WHY: Elements are different objects, and operator[] and size leave the container alone.
#include <thread>
#include <vector>

std::vector<int> numbers(4);

void change(std::size_t from) {
  for (std::size_t i = from; i < numbers.size(); i += 2) numbers[i] = 1;
}

int main() {
  std::thread a(change, 0);
  std::thread b(change, 1);
  a.join();
  b.join();
}
