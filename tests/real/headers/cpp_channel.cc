#include <msd/channel.hpp>
#include "client.h"
int main() {
  msd::channel<int> channel(1);
  int a = 0, b = 0;
  together({[&] {
              channel.write(1);
              channel.write(2);
              channel.close();
            },
            [&] {
              channel.read(a);
              channel.read(b);
              assert(a + b == 3);
            }});
}
