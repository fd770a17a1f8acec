#include <mpmc_queue.h>
#include "client.h"
int main() {
  es::lockfree::mpmc_queue<uint32_t, 4, uint32_t> queue(4);
  uint32_t a = 0, b = 0;
  together({[&] { queue.push(1); }, [&] { queue.push(2); },
            [&] {
              queue.pop(a);
              queue.pop(b);
            }});
}
