#include <xenium/vyukov_bounded_queue.hpp>
#include "client.h"
int main() {
  xenium::vyukov_bounded_queue<int> queue(2);
  int a = 0, b = 0;
  together({[&] { queue.try_push(1); }, [&] { queue.try_push(2); },
            [&] {
              queue.try_pop(a);
              queue.try_pop(b);
            }});
}
