// RACE: One thread empties a shared_ptr while another looks whether it is empty.
// WHY: One shared_ptr object used by two threads is a plain object [util.smartptr.shared.general].
#include <memory>
#include <thread>

std::shared_ptr<int> pointer = std::make_shared<int>(3);
bool seen;

void drop() {
  pointer.reset();  // race: write
}

void look() {
  seen = pointer != nullptr;  // race: read
}

int main() {
  std::thread a(drop);
  std::thread b(look);
  a.join();
  b.join();
}
