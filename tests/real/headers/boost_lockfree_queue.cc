#include <boost/lockfree/queue.hpp>
#include "client.h"
int main() {
  boost::lockfree::queue<int, boost::lockfree::capacity<4>> queue;
  int a = 0, b = 0;
  together({[&] { queue.push(1); }, [&] { queue.push(2); },
            [&] {
              queue.pop(a);
              queue.pop(b);
            }});
  assert(a + b <= 3);
}
