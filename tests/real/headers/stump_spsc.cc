#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <spsc-queue.hpp>
#include <stdexcept>
#include "client.h"
int main() {
  spsc_queue_t<int> queue;
  int a = 0, b = 0;
  together({[&] {
              queue.enqueue(1);
              queue.enqueue(2);
            },
            [&] {
              queue.dequeue(a);
              queue.dequeue(b);
            }});
}
