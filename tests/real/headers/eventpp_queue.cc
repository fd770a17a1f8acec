#include <eventpp/eventqueue.h>
#include "client.h"
int main() {
  eventpp::EventQueue<int, void(int)> queue;
  int seen = 0;
  queue.appendListener(1, [&](int v) { seen += v; });
  together({[&] { queue.enqueue(1, 5); }, [&] { queue.process(); }});
}
