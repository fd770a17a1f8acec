#include <lockfree.hpp>
#include "client.h"
int main() {
  lockfree::mpmc::Queue<int, 4> queue;
  int a = 0, b = 0;
  together({[&] { queue.Push(1); }, [&] { queue.Push(2); },
            [&] {
              queue.Pop(a);
              queue.Pop(b);
            }});
  assert(a + b <= 3);
}
