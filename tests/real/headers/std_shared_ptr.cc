#include <memory>
#include "client.h"
int main() {
  auto p = std::make_shared<int>(7);
  std::weak_ptr<int> weak = p;
  together({[p = std::move(p)]() mutable { p.reset(); },
            [&] {
              if (auto q = weak.lock()) assert(*q == 7);
            }});
}
