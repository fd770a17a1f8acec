// REPAIRED: Readers announce themselves, and the writer waits for them before it recycles the old entry.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Entry {
  std::atomic<const char*> name;
};

Entry first{"first"};
Entry second{"second"};
std::atomic<Entry*> active{&first};
std::atomic<int> readers{0};

void recycle(Entry& entry) { entry.name.store(nullptr); }

void replace() {
  Entry* old = active.exchange(&second);
  while (readers.load() != 0) std::this_thread::yield();
  recycle(*old);
}

char initial() {
  readers.fetch_add(1);
  Entry* entry = active.load();
  const char letter = entry->name.load()[0];
  readers.fetch_sub(1);
  return letter;
}

}  // namespace

int main() {
  std::thread reader([] {
    for (int i = 0; i < 2; ++i) {
      const char letter = initial();
      assert(letter == 'f' || letter == 's');
    }
  });
  std::thread writer(replace);
  reader.join();
  writer.join();
}
