#include <atomic_queue/atomic_queue.h>
#include "client.h"
int main() {
  atomic_queue::AtomicQueue2<int, 2> queue;
  int a = 0, b = 0;
  together({[&] { queue.try_push(1); }, [&] { queue.try_push(2); },
            [&] {
              queue.try_pop(a);
              queue.try_pop(b);
            }});
  assert(a + b <= 3);
}
