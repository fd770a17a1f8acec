// PACKAGE: libreaderwriterqueue-dev
// moodycamel::ReaderWriterQueue, which orders by fences: who takes an element sees what its producer did before, and
// who fills its place again what was done while it was taken.
#include <readerwriterqueue/readerwriterqueue.h>

#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<bool> ready[2];
std::atomic<bool> taken[2];

struct Element {
  int number = -1;

  Element() = default;
  explicit Element(int number) : number(number) {}
  Element(Element&&) = default;
  Element& operator=(Element&& from) noexcept {
    number = from.number;
    taken[number].store(true, std::memory_order_relaxed);
    return *this;
  }
};

}  // namespace

int main() {
  moodycamel::ReaderWriterQueue<Element> queue(1);
  std::thread producer([&] {
    for (int i = 0; i < 2; ++i) {
      ready[i].store(true, std::memory_order_relaxed);
      if (queue.try_enqueue(Element(i)) && i == 1) assert(taken[0].load(std::memory_order_relaxed));
    }
  });
  std::thread consumer([&] {
    Element element;
    for (int i = 0; i < 2; ++i) {
      if (queue.try_dequeue(element)) assert(ready[element.number].load(std::memory_order_relaxed));
    }
  });
  producer.join();
  consumer.join();
}
