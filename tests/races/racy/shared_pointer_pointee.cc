// RACE: Two threads change the object to which their copies of a shared_ptr point.
// WHY: Only the count of a shared_ptr is synchronized, not the object.
#include <memory>
#include <thread>

void use(std::shared_ptr<int> pointer) {
  ++*pointer;  // race: write
}

int main() {
  auto pointer = std::make_shared<int>(3);
  std::thread a(use, pointer);
  std::thread b(use, pointer);
  a.join();
  b.join();
}
