// FREE: A detached thread reports its end by a semaphore that main waits for.
// WHY: release synchronizes with the acquire that it lets through.
#include <semaphore>
#include <thread>

std::binary_semaphore finished{0};
int result;
int seen;

int main() {
  std::thread([] {
    result = 1;
    finished.release();
  }).detach();
  finished.acquire();
  seen = result;
}
