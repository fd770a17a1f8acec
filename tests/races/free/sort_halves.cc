// FREE: Two threads sort two parts of an array that touch.
// WHY: Each sort stays in its range.
#include <algorithm>
#include <thread>

int numbers[9] = {9, 8, 7, 6, 5, 4, 3, 2, 1};

void sort(int from, int to) { std::sort(numbers + from, numbers + to); }

int main() {
  std::thread low(sort, 0, 5);
  std::thread high(sort, 5, 9);
  low.join();
  high.join();
}
