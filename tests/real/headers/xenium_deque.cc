#include <xenium/chase_work_stealing_deque.hpp>
#include "client.h"
int main() {
  xenium::chase_work_stealing_deque<int, xenium::policy::capacity<4>> deque;
  int v = 1;
  int *a = nullptr, *b = nullptr;
  together({[&] {
              deque.try_push(&v);
              deque.try_pop(a);
            },
            [&] { deque.try_steal(b); }});
  assert((a != nullptr) != (b != nullptr));
}
