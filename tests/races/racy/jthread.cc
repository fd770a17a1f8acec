// RACE: The result of a jthread is read inside the block, before its destructor joins.
// WHY: Nothing orders the read.
#include <thread>

int result;
int seen;

int main() {
  std::jthread thread([] {
    result = 1;  // race: write
  });
  seen = result;  // race: read
}
