// RACE: A function counts its calls in a static local variable without protection.
// WHY: Only the initialisation of a static local variable is synchronized, not its use.
#include <thread>

int start() { return 10; }

void count() {
  static int calls = start();
  ++calls;  // race: write
}

int main() {
  std::thread a(count);
  std::thread b(count);
  a.join();
  b.join();
}
