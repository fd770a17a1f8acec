// RACE: Two threads sum the halves of an array into one shared total.
// WHY: The total is a plain variable that both read and write.
#include <thread>

int numbers[4] = {1, 2, 3, 4};
int total;

void add(int from, int to) {
  for (int i = from; i < to; ++i) {  // race: write
    total += numbers[i];             // race: write
  }
}

int main() {
  std::thread low(add, 0, 2);
  std::thread high(add, 2, 4);
  low.join();
  high.join();
}
