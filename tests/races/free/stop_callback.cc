// FREE: A stop_callback writes a result that its owner reads after the callback was taken back.
// WHY: The destructor of stop_callback waits for a running callback and synchronizes with its end [stopcallback.cons].
#include <stop_token>
#include <thread>

std::stop_source source;
int called;
int seen;

void work(const std::stop_token& token) {
  {
    const std::stop_callback callback(token, [] { called = 1; });
  }
  seen = called;
}

int main() {
  std::thread worker(work, source.get_token());
  std::thread stopper([] { source.request_stop(); });
  worker.join();
  stopper.join();
}
