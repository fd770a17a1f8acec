// FREE: Two threads call a virtual function of an object that was made before and is destroyed after.
// WHY: Creation and join order the pointer to the virtual table.
#include <thread>

struct Base {
  virtual ~Base() = default;
  virtual int value() const { return 1; }
};

struct Derived : Base {
  int value() const override { return 2; }
};

int seen[2];

void call(int thread, const Base* object) { seen[thread] = object->value(); }

int main() {
  const Base* object = new Derived;
  std::thread a(call, 0, object);
  std::thread b(call, 1, object);
  a.join();
  b.join();
  delete object;
}
