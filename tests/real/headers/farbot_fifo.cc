#include <farbot/fifo.hpp>
#include "client.h"
int main() {
  farbot::fifo<int> queue(4);
  int a = 0;
  together({[&] {
              int v = 1;
              queue.push(std::move(v));
            },
            [&] { queue.pop(a); }});
}
