// BUG: A shared text asks whether it has one owner and then changes in place; a copy is made in between.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

namespace {

struct Text {
  std::atomic<int> owners{1};
  std::atomic<int> letters{5};
};

Text text;

void change_in_place_if_alone() {
  if (text.owners.load() == 1) text.letters.store(6);
}

void copy_and_compare() {
  int first = 0;
  {
    first = text.letters.load();
    text.owners.fetch_add(1);
  }
  const int later = text.letters.load();
  assert(first == later);
  text.owners.fetch_sub(1);
}

}  // namespace

int main() {
  std::thread writer(change_in_place_if_alone);
  std::thread copier(copy_and_compare);
  writer.join();
  copier.join();
}
