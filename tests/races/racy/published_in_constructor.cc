// RACE: A base class publishes the object in its constructor, before the derived part is made.
// SCHEDULE: some; the other thread must see the pointer.
// WHY: The derived constructor's writes come after the release store.
#include <atomic>
#include <thread>

struct Base;
std::atomic<Base*> published;

struct Base {
  Base() { published.store(this, std::memory_order_release); }
  int value = 0;
};

struct Derived : Base {
  Derived() {
    value = 5;  // race: write
  }
};

int seen;

void make() {
  static Derived object;
  (void)object;
}

void use() {
  const Base* there = published.load(std::memory_order_acquire);
  if (there == nullptr) return;
  seen = there->value;  // race: read
}

int main() {
  std::thread a(make);
  std::thread b(use);
  a.join();
  b.join();
}
