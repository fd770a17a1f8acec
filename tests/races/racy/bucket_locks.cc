// RACE: Changes take the lock of a bucket, the sum over all buckets takes the lock of the table.
// WHY: The two locks do not exclude each other.
#include <mutex>
#include <thread>

std::mutex table_lock;
std::mutex bucket_locks[2];
int buckets[2];
int seen;

void change() {
  std::lock_guard guard(bucket_locks[1]);
  ++buckets[1];  // race: write
}

void sum() {
  std::lock_guard guard(table_lock);
  for (int i = 0; i < 2; ++i) seen += buckets[i];  // race: read
}

int main() {
  std::thread a(change);
  std::thread b(sum);
  a.join();
  b.join();
}
