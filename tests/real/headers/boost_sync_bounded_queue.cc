// LINK: -lboost_thread -lboost_chrono
#define BOOST_THREAD_VERSION 4
#include <boost/thread/concurrent_queues/sync_bounded_queue.hpp>
#include "client.h"
int main() {
  boost::concurrent::sync_bounded_queue<int> queue(1);
  int a = 0, b = 0;
  together({[&] { queue.push_back(1); }, [&] { queue.push_back(2); },
            [&] {
              a = queue.pull_front();
              b = queue.pull_front();
            }});
  assert(a + b == 3);
}
