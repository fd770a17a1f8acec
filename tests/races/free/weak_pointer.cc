// FREE: A weak_ptr is locked while the last owner may be going.
// WHY: lock succeeds only while an owner exists, and then holds the object itself.
#include <memory>
#include <thread>
#include <utility>

int seen;

void own(std::shared_ptr<int> pointer) { pointer.reset(); }

void look(std::weak_ptr<int> observed) {
  if (const auto pointer = observed.lock()) seen = *pointer;
}

int main() {
  auto pointer = std::make_shared<int>(3);
  const std::weak_ptr<int> observed = pointer;
  std::thread a(own, std::move(pointer));
  std::thread b(look, observed);
  a.join();
  b.join();
}
