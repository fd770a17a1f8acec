#include <readerwritercircularbuffer.h>
#include "client.h"
int main() {
  moodycamel::BlockingReaderWriterCircularBuffer<int> queue(1);
  together({[&] {
              for (int i = 1; i <= 2; ++i) queue.wait_enqueue(i);
            },
            [&] {
              int v;
              for (int i = 1; i <= 2; ++i) {
                queue.wait_dequeue(v);
                assert(v == i);
              }
            }});
}
