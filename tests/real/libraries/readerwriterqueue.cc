// PACKAGE: libreaderwriterqueue-dev
// moodycamel's queues of one producer and one consumer: growing, blocking, and of fixed size.
#include <readerwriterqueue/readerwritercircularbuffer.h>
#include <readerwriterqueue/readerwriterqueue.h>

#include <thread>

#include "conserve.h"

namespace {

constexpr unsigned kEach = 12;

template <typename Put, typename Get>
void pass_through(Put put, Get get) {
  taken_values taken = {};
  {
    std::jthread producer([&] {
      for (unsigned i = 0; i < kEach; ++i) put(make_value(0, i));
    });
    std::jthread consumer([&] {
      while (taken.count < kEach) {
        unsigned value;
        if (get(value)) take(&taken, value);
      }
    });
  }
  expect_conserved(&taken, 1, 1, kEach);
  expect_in_order(&taken);
}

template <typename Get>
auto or_yield(Get get) {
  return [get](unsigned& value) {
    const bool taken = get(value);
    if (!taken) std::this_thread::yield();
    return taken;
  };
}

void growing() {
  moodycamel::ReaderWriterQueue<unsigned> queue(2);
  pass_through([&](unsigned value) { expect(queue.enqueue(value), "enqueue failed"); },
               or_yield([&](unsigned& value) { return queue.try_dequeue(value); }));
}

void blocking() {
  moodycamel::BlockingReaderWriterQueue<unsigned> queue(2);
  pass_through([&](unsigned value) { expect(queue.enqueue(value), "enqueue failed"); },
               [&](unsigned& value) {
                 queue.wait_dequeue(value);
                 return true;
               });
}

void fixed_size() {
  moodycamel::BlockingReaderWriterCircularBuffer<unsigned> queue(2);
  pass_through([&](unsigned value) { queue.wait_enqueue(value); },
               [&](unsigned& value) { return queue.wait_dequeue_timed(value, 1000); });
}

}  // namespace

int main() {
  growing();
  blocking();
  fixed_size();
}
