// RACE: A task in another thread changes a variable of its caller, which reads it before get.
// WHY: Nothing orders the read after the write.
#include <future>

int value;
int seen;

int main() {
  auto task = std::async(std::launch::async, [] {
    value = 1;  // race: write
  });
  seen = value;  // race: read
  task.get();
}
