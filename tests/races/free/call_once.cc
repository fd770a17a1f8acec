// FREE: Whoever comes first makes the table; all read it after call_once returned.
// WHY: The completed call synchronizes with the return of every other call [thread.once.callonce].
#include <mutex>
#include <thread>

std::once_flag made;
int table[3];
int seen[2];

void use(int thread) {
  std::call_once(made, [] { table[1] = 5; });
  seen[thread] = table[1];
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}
