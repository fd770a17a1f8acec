#include <boost/lockfree/stack.hpp>
#include "client.h"
int main() {
  boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
  int a = 0, b = 0;
  together({[&] { stack.push(1); }, [&] { stack.push(2); },
            [&] {
              stack.pop(a);
              stack.pop(b);
            }});
  assert(a + b <= 3);
}
