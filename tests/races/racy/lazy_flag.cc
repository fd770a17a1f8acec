// RACE: Hand-written lazy initialisation with a plain flag.
// WHY: Flag and value are read and written by both threads without order.
#include <thread>

bool made;
int value;
int seen[2];

void use(int thread) {
  if (!made) {    // race: read
    value = 5;    // race: write
    made = true;  // race: write
  }
  seen[thread] = value;  // race: read
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}
