#include <atomic_queue/atomic_queue.h>
#include "client.h"
int main() {
  atomic_queue::AtomicQueue<int, 2> queue;
  int a = 0, b = 0;
  together({[&] { queue.push(1); }, [&] { queue.push(2); },
            [&] {
              a = queue.pop();
              b = queue.pop();
            }});
  assert(a + b == 3);
}
