#include <concurrentqueue.h>
#include "client.h"
int main() {
  moodycamel::ConcurrentQueue<int> queue(8);
  moodycamel::ProducerToken token(queue);
  int a = 0, b = 0;
  together({[&] {
              queue.enqueue(token, 1);
              queue.enqueue(token, 2);
            },
            [&] { queue.try_dequeue_from_producer(token, a); }, [&] { queue.try_dequeue_from_producer(token, b); }});
  assert(a + b <= 3);
}
