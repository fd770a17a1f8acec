// std::atomic wait and notify. A wait looks at the value, goes to sleep in a futex if that still holds the old value,
// and looks again. So one that waits for one change has three classes: it sees the change at once, before it would go
// to sleep, or sleeps and is woken. That a notification finds nobody makes no difference.
//   one, all: who notifies waits, too, and need not: 3.
//   answer: two variables, each thread waits for the change of the other: 3 * 3.
//   again: a third waits for the second change and then for the first, which came before it: 3 * 3.
// The first run shows the futex.
// CLASSES: notifier = 3 + 0 anew
// CLASSES: one = 3 + 0 anew
// CLASSES: all = 3 + 0 anew
// CLASSES: answer = 9 + 0 anew
// CLASSES: again = 9 + 0 anew
#include <atomic>
#include <map>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::atomic<int> y;

int main(int, char** argv) {
  const std::map<std::string, Bodies> shapes{
      {"notifier", {[] { x.wait(0); }, [] { x = 1, x.notify_one(); }}},
      {"one", {[] { x.wait(0); }, [] { x = 1, x.notify_one(), x.wait(0); }}},
      {"all", {[] { x.wait(0); }, [] { x = 1, x.notify_all(), x.wait(0); }}},
      {"answer", {[] { x.wait(0), y = 1, y.notify_one(); }, [] { x = 1, x.notify_one(), y.wait(0); }}},
      {"again",
       {[] { x.wait(0); }, [] { x = 1, x.notify_one(), y = 1, y.notify_one(); }, [] { y.wait(0), x.wait(0); }}},
  };
  together(shapes.at(argv[1]));
}
