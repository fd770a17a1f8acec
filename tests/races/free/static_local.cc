// FREE: Two threads use one static local variable, which neither changes after its initialization.
// WHY: The end of the initialization happens before every use [stmt.dcl].
#include <thread>

struct Table {
  Table() { values[1] = 7; }
  int values[4] = {};
};

int seen[2];

void use(int thread) {
  static Table table;
  seen[thread] = table.values[1];
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}
