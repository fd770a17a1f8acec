// FREE: main joins a thread that has joined a thread of its own.
// WHY: Happens-before is transitive over the two joins.
#include <thread>

int result;
int seen;

void grandchild() { result = 1; }

void child() {
  std::thread thread(grandchild);
  thread.join();
}

int main() {
  std::thread thread(child);
  thread.join();
  seen = result;
}
