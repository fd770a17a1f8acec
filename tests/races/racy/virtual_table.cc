// RACE: An object is destroyed while another thread calls its virtual function.
// WHY: The destructor of the base class sets the pointer to the virtual table, which the call reads.
#include <new>
#include <thread>

int seen;

struct Base {
  virtual ~Base() { seen = -1; }  // race: write
  virtual int value() const { return 1; }
};

struct Derived : Base {
  int value() const override { return 2; }
};

alignas(Derived) unsigned char storage[sizeof(Derived)];
int got;

void destroy(Base* object) {
  object->~Base();  // race: write
}

void call(const Base* object) {
  got = object->value();  // race: read
}

int main() {
  Base* object = new (storage) Derived;
  std::thread a(destroy, object);
  std::thread b(call, object);
  a.join();
  b.join();
}
