#include <boost/lockfree/queue.hpp>
#include "client.h"
int main() {
  boost::lockfree::queue<int> queue(4);
  int a = 0;
  together({[&] { queue.push(1); }, [&] { queue.push(2); }, [&] { queue.pop(a); }});
}
