// BUG: A reader keeps a pointer to a table entry while the writer replaces and recycles that entry.
// EXPECT: crash
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

void recycle(Entry& entry) { entry.name.store(nullptr); }

void replace() {
  Entry* old = active.exchange(&second);
  recycle(*old);
}

char initial() {
  Entry* entry = active.load();
  const char letter = entry->name.load()[0];
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
