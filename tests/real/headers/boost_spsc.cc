#include <boost/lockfree/spsc_queue.hpp>
#include "client.h"
int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
  together({[&] {
              for (int i = 1; i <= 3; ++i)
                while (!queue.push(i)) {
                }
            },
            [&] {
              for (int i = 1; i <= 3; ++i) {
                int v;
                while (!queue.pop(v)) {
                }
                assert(v == i);
              }
            }});
}
