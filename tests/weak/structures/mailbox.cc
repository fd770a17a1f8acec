// A mailbox of one letter, which who takes it exchanges for nothing.
// 1: release exchange by take()
// 2: acquire exchange by put()
#include "mutant.h"

namespace {

struct Letter {
  std::atomic<int> text{0};
};

Letter letters[2];
std::atomic<Letter*> box;

void put(Letter& letter, int text) {
  letter.text.store(text, relaxed);
  box.exchange(&letter, weakened(2, acq_rel, acquire));
}

Letter* take() { return box.exchange(nullptr, weakened(1, acq_rel, release)); }

}  // namespace

int main() {
  run_both(
      [] {
        put(letters[0], 1);
        put(letters[1], 2);
      },
      [] {
        for (int i = 0; i < 2; ++i) {
          if (Letter* const letter = take()) assert(letter->text.load(relaxed) != 0);
        }
      });
}
