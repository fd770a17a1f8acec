// RACE: Two threads write to one ostringstream.
// WHY: Other streams than the standard ones are plain objects.
#include <sstream>
#include <thread>

std::ostringstream stream;

void print() {
  stream << 7;  // race: write
}

int main() {
  std::thread a(print);
  std::thread b(print);
  a.join();
  b.join();
}
