#include <rigtorp/MPMCQueue.h>
#include "client.h"
rigtorp::MPMCQueue<int> queue(2);
int main() {
  int a = 0, b = 0;
  together({[] { queue.push(1); }, [] { queue.push(2); },
            [&] {
              queue.pop(a);
              queue.pop(b);
            }});
  assert(a + b == 3);
}
