#include <farbot/fifo.hpp>
#include "client.h"
using namespace farbot::fifo_options;
int main() {
  farbot::fifo<int, concurrency::single, concurrency::single> queue(4);
  int a = 0, b = 0;
  together({[&] {
              int v = 1;
              queue.push(std::move(v));
              v = 2;
              queue.push(std::move(v));
            },
            [&] {
              queue.pop(a);
              queue.pop(b);
            }});
}
