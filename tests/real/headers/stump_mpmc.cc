#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mpmc-bounded-queue.hpp>
#include <stdexcept>
#include "client.h"
int main() {
  mpmc_bounded_queue_t<int> queue(4);
  int a = 0, b = 0;
  together({[&] { queue.enqueue(1); }, [&] { queue.enqueue(2); },
            [&] {
              queue.dequeue(a);
              queue.dequeue(b);
            }});
}
