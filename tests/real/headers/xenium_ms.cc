#include <xenium/michael_scott_queue.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
#include "client.h"
int main() {
  xenium::michael_scott_queue<int, xenium::policy::reclaimer<xenium::reclamation::hazard_pointer<>>> queue;
  int a = 0;
  together({[&] { queue.push(1); }, [&] { queue.try_pop(a); }});
}
