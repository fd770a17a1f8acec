#include <concurrentqueue.h>
#include "client.h"
int main() {
  moodycamel::ConcurrentQueue<int> queue(8);
  int a = 0;
  together({[&] { queue.enqueue(1); }, [&] { queue.try_dequeue(a); }});
}
