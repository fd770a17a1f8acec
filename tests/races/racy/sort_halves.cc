// RACE: Two threads sort two parts of an array that share one element.
// WHY: Both read the shared element, and both may write it; here both do.
#include <algorithm>
#include <thread>

int numbers[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};

void sort(int from, int to) {
  std::sort(numbers + from, numbers + to);  // race: write
}

int main() {
  std::thread low(sort, 0, 5);
  std::thread high(sort, 4, 9);
  low.join();
  high.join();
}
