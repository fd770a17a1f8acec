#include <boost/smart_ptr/detail/spinlock.hpp>
#include "client.h"
boost::detail::spinlock lock = BOOST_DETAIL_SPINLOCK_INIT;
int count;
int main() {
  auto add = [] {
    lock.lock();
    ++count;
    lock.unlock();
  };
  together({add, add, add});
  assert(count == 3);
}
