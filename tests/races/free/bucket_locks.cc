// FREE: Changes take the lock of a bucket, the sum over all buckets takes each bucket's lock in turn.
// WHY: Every access to a bucket is under the lock of that bucket.
#include <mutex>
#include <thread>

std::mutex bucket_locks[2];
int buckets[2];
int seen;

void change(int bucket) {
  std::lock_guard guard(bucket_locks[bucket]);
  ++buckets[bucket];
}

void sum() {
  for (int i = 0; i < 2; ++i) {
    std::lock_guard guard(bucket_locks[i]);
    seen += buckets[i];
  }
}

int main() {
  std::thread a(change, 0);
  std::thread b(change, 1);
  std::thread c(sum);
  a.join();
  b.join();
  c.join();
}
