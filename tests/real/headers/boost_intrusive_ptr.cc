#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include "client.h"
struct Node : boost::intrusive_ref_counter<Node> {
  int value = 7;
};
int main() {
  boost::intrusive_ptr<Node> p(new Node);
  auto use = [p] {
    auto q = p;
    assert(q->value == 7);
  };
  p.reset();
  together({use, use});
}
