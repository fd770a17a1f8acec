#include <rigtorp/SPSCQueue.h>
#include "client.h"
int main() {
  rigtorp::SPSCQueue<int> queue(2);
  together({[&] {
              for (int i = 1; i <= 3; ++i) queue.push(i);
            },
            [&] {
              for (int i = 1; i <= 3; ++i) {
                while (!queue.front()) {
                }
                assert(*queue.front() == i);
                queue.pop();
              }
            }});
}
