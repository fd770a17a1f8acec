// LINK: -lboost_thread -lboost_chrono
#define BOOST_THREAD_VERSION 4
#include <boost/thread/concurrent_queues/sync_queue.hpp>
#include "client.h"
int main() {
  boost::concurrent::sync_queue<int> queue;
  int a = 0;
  together({[&] {
              queue.push(1);
              queue.close();
            },
            [&] { queue.wait_pull(a); }});
}
