// COVERS: shared_ptr and weak_ptr counted across threads, atomic<shared_ptr>.
#include <atomic>
#include <memory>
#include <thread>

namespace {

struct Node {
  explicit Node(int v) : value(v) {}
  ~Node();
  int value;
};

std::atomic<int> destroyed{0};
Node::~Node() { destroyed.fetch_add(value); }

std::atomic<std::shared_ptr<Node>> current{std::make_shared<Node>(1)};

void hold(std::shared_ptr<Node> node) {
  const std::weak_ptr<Node> observer = node;
  node.reset();
  if (const std::shared_ptr<Node> again = observer.lock()) destroyed.fetch_add(again->value);
}

void replace() {
  current.store(std::make_shared<Node>(100));
  destroyed.fetch_add(current.load()->value);
}

}  // namespace

int main() {
  auto node = std::make_shared<Node>(10);
  std::thread first(hold, node);
  std::thread second(hold, node);
  std::thread third(replace);
  node.reset();
  first.join();
  second.join();
  third.join();
}
