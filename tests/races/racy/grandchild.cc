// RACE: main joins a thread whose own thread is still running.
// WHY: The end of the child says nothing about the grandchild.
#include <thread>

int result;
int seen;
std::thread inner;

void grandchild() {
  result = 1;  // race: write
}

void child() { inner = std::thread(grandchild); }

int main() {
  std::thread thread(child);
  thread.join();
  seen = result;  // race: read
  inner.join();
}
