// A slot of a hash table that only grows: a key is claimed, then its value is set; a value of 0 is not there yet.
// 1: relaxed store of the value
// 2: relaxed load of the value
#include "mutant.h"

namespace {

struct Entry {
  std::atomic<int> size{0};
};

Entry entry;
std::atomic<int> key;
std::atomic<Entry*> value;

bool insert(int wanted, Entry& with) {
  int found = 0;
  if (!key.compare_exchange_strong(found, wanted, relaxed)) return false;
  with.size.store(3, relaxed);
  value.store(&with, weakened(1, release));
  return true;
}

const Entry* find(int wanted) { return key.load(relaxed) == wanted ? value.load(weakened(2, acquire)) : nullptr; }

}  // namespace

int main() {
  run_both([] { insert(5, entry); },
           [] {
             const Entry* const found = find(5);
             assert(found == nullptr || found->size.load(relaxed) == 3);
           });
}
