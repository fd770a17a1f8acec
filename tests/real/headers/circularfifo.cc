#include <circularfifo_memory_relaxed_aquire_release.hpp>
#include "client.h"
int main() {
  memory_relaxed_aquire_release::CircularFifo<int, 2> queue;
  together({[&] {
              for (int i = 1; i <= 3; ++i) queue.push(i);
            },
            [&] {
              int last = 0, v;
              for (int i = 0; i < 3; ++i)
                if (queue.pop(v)) {
                  assert(v > last);
                  last = v;
                }
            }});
}
