// readerwriterqueue 1.0.6 (Debian 12: libreaderwriterqueue-dev).
//
// max_capacity(), documented as safe for the consumer, follows the link to a block that enqueue() has linked before its
// release fence: it reads a block that is not initialized for it. Without Sleave:
// clang++ -std=c++17 -O1 -g -fsanitize=thread -pthread reports the data race; it does not know fences, so it may report
// correct versions as well. Matters on ARM and POWER. Found by clients that `sleave synth` made from the header, in
// run 1.
#include <readerwriterqueue/readerwriterqueue.h>

#include <thread>

int main() {
  for (int round = 0; round < 200; ++round) {
    moodycamel::ReaderWriterQueue<int> queue(1);
    std::thread producer([&] {
      for (int i = 0; i < 4; ++i) queue.enqueue(i);
    });
    for (int i = 0; i < 4; ++i) (void)queue.max_capacity();
    producer.join();
  }
}
