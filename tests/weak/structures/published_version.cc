// Read-copy-update: a new version is filled and then published.
// 1: relaxed store of the current version
// 2: relaxed load of it
#include "mutant.h"

namespace {

struct Version {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
};

Version versions[2];
std::atomic<Version*> current{&versions[0]};

void update() {
  versions[1].x.store(1, relaxed);
  versions[1].y.store(1, relaxed);
  current.store(&versions[1], weakened(1, release));
}

void look() {
  for (int i = 0; i < 2; ++i) {
    const Version& version = *current.load(weakened(2, acquire));
    assert(version.x.load(relaxed) == version.y.load(relaxed));
  }
}

}  // namespace

int main() { run_both(update, look); }
