// RACE: A stop_callback writes a result that its owner reads while the callback may be running.
// SCHEDULE: some; the request must come while the callback is registered.
// WHY: The registration does not order the callback with the owner's next steps.
#include <stop_token>
#include <thread>

std::stop_source source;
int called;
int seen;

void work(const std::stop_token& token) {
  const std::stop_callback callback(token, [] {
    called = 1;  // race: write
  });
  std::this_thread::yield();
  seen = called;  // race: read
}

int main() {
  std::thread worker(work, source.get_token());
  std::thread stopper([] { source.request_stop(); });
  worker.join();
  stopper.join();
}
