// RACE: The count of uses is changed outside of call_once.
// WHY: call_once orders its function before every return, and nothing else.
#include <mutex>
#include <thread>

std::once_flag made;
int table[3];
int uses;

void use() {
  std::call_once(made, [] { table[1] = 5; });
  ++uses;  // race: write
}

int main() {
  std::thread a(use);
  std::thread b(use);
  a.join();
  b.join();
}
