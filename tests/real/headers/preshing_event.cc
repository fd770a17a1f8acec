#include <autoresetevent.h>
#include <mutex>
#include "client.h"
int main() {
  AutoResetEvent event;
  int data = 0;
  together({[&] {
              data = 1;
              event.signal();
            },
            [&] {
              event.wait();
              assert(data == 1);
            }});
}
