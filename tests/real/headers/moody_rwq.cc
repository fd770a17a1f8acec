#include <readerwriterqueue.h>
#include "client.h"
int main() {
  moodycamel::ReaderWriterQueue<int> queue(2);
  together({[&] {
              for (int i = 1; i <= 3; ++i) queue.enqueue(i);
            },
            [&] {
              int last = 0, v;
              for (int i = 0; i < 3; ++i)
                if (queue.try_dequeue(v)) {
                  assert(v == last + 1);
                  last = v;
                }
            }});
}
