#include <cstddef>
#include <yamc_barrier.hpp>
#include "client.h"
int main() {
  yamc::barrier<> barrier(2);
  int a = 0, b = 0;
  together({[&] {
              a = 1;
              barrier.arrive_and_wait();
              assert(b == 1);
            },
            [&] {
              b = 1;
              barrier.arrive_and_wait();
              assert(a == 1);
            }});
}
