// FREE: Two threads write to std::cout and std::cerr.
// WHY: The standard streams may be used concurrently [iostream.objects.overview].
#include <iostream>
#include <thread>

void print() {
  std::cout << "line " << 1 << '\n';
  std::cerr << "";
}

int main() {
  std::thread a(print);
  std::thread b(print);
  a.join();
  b.join();
}
