// FREE: Two threads sum the halves of an array, each into its own part of the result.
// WHY: The parts are different memory locations; the join comes before the last addition.
#include <thread>

int numbers[4] = {1, 2, 3, 4};
int parts[2];
int total;

void add(int part) {
  for (int i = 2 * part; i < 2 * part + 2; ++i) parts[part] += numbers[i];
}

int main() {
  std::thread low(add, 0);
  std::thread high(add, 1);
  low.join();
  high.join();
  total = parts[0] + parts[1];
}
