#include <boost/lockfree/stack.hpp>
#include "client.h"
int main() {
  boost::lockfree::stack<int> stack(4);
  int a = 0, b = 0;
  together({[&] {
              stack.push(1);
              stack.pop(a);
            },
            [&] {
              stack.push(2);
              stack.pop(b);
            }});
  assert(a + b == 3);
}
