#include <lockfree.hpp>
#include "client.h"
int main() {
  lockfree::spsc::Queue<int, 3> queue;
  together({[&] {
              for (int i = 1; i <= 3; ++i) queue.Push(i);
            },
            [&] {
              int last = 0, v;
              for (int i = 0; i < 3; ++i)
                if (queue.Pop(v)) {
                  assert(v > last);
                  last = v;
                }
            }});
}
