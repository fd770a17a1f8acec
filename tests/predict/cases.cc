// Small programs with one run without preemptions, T1 before T2 before T3, and what it predicts.
//
// CASE: sections data_race
// CASE: message
// CASE: cycle deadlock
// CASE: guarded
// CASE: shared
// CASE: upgrade deadlock
// CASE: freed data_race heap_use_after_free
// CASE: joined
// CASE: null crash
// CASE: checked
// CASE: dangling heap_use_after_free
// CASE: update assertion
// CASE: wake deadlock
// CASE: attempt assertion
// CASE: polled
// CASE: swapped data_race
// CASE: not_swapped
// CASE: other_store data_race
// CASE: turned deadlock
// CASE: not_turned
// CASE: counted data_race
// CASE: counted_cycle deadlock
// CASE: looked_at
// CASE: passed_on
// CASE: measured
// CASE: indexed
//
// Only in another order of sections, or with a read that takes another store: a solver finds that.
// SOLVED: swapped
// SOLVED: other_store
// SOLVED: turned
//
// Only if reads that decide nothing find something else.
// FREE: counted
// FREE: counted_cycle
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstring>
#include <cwchar>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

int x;  // for all the compiler knows somebody else reads it
int places[3];

namespace {

std::mutex a, b, c, guard;
std::shared_mutex shared;
std::atomic<int> flag;
std::condition_variable changed;
int* pointer;

void together(const std::vector<std::function<void()>>& bodies) {
  std::vector<std::thread> threads;
  for (const auto& body : bodies) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}

void nest(std::mutex& outer, std::mutex& inner) {
  const std::lock_guard first(outer);
  const std::lock_guard second(inner);
}

void touch(std::mutex& mutex) { const std::lock_guard lock(mutex); }

// Only the sections of `a`, which protect nothing, order the accesses in the observed run.
void sections() {
  together({[] { x = 1, touch(a); }, [] { touch(a), x = 2; }});
}

// The second write is made only if the first was seen to be done.
void message() {
  together({[] { x = 1, flag = 1; },
            [] {
              if (flag != 0) x = 2;
            }});
}

void cycle() {
  together({[] { nest(a, b); }, [] { nest(b, c); }, [] { nest(c, a); }});
}

void guarded() {
  together({[] {
              const std::lock_guard lock(guard);
              nest(a, b);
            },
            [] {
              const std::lock_guard lock(guard);
              nest(b, a);
            }});
}

// Readers do not wait for each other.
void readers() {
  together({[] {
              const std::shared_lock lock(shared);
              touch(a);
            },
            [] {
              const std::lock_guard lock(a);
              const std::shared_lock second(shared);
            }});
}

void upgrade() {
  together({[] {
              const std::shared_lock lock(shared);
              touch(a);
            },
            [] {
              const std::lock_guard lock(a);
              const std::unique_lock second(shared);
            }});
}

// The block is freed after a section that protects nothing.
void freed() {
  int* const block = new int(1);
  together({[block] { flag = *block, touch(a); }, [block] { touch(a), delete block; }});
}

void joined() {
  std::thread first([] { x = 1; });
  first.join();
  together({[] { x = 2; }});
}

int read_locked(int*& from) {
  const std::lock_guard lock(a);
  return *from;
}

// A pointer is taken away under the lock under which others use it, unasked.
void null() {
  static int target = 7;
  pointer = &target;
  together({[] { flag = read_locked(pointer); },
            [] {
              const std::lock_guard lock(a);
              pointer = nullptr;
            }});
}

void checked() {
  static int target = 7;
  pointer = &target;
  together({[] {
              const std::lock_guard lock(a);
              if (pointer != nullptr) flag = *pointer;
            },
            [] {
              const std::lock_guard lock(a);
              pointer = nullptr;
            }});
}

void dangling() {
  pointer = new int(1);
  together({[] { flag = read_locked(pointer); },
            [] {
              const std::lock_guard lock(a);
              delete pointer;
            }});
}

// Read in one section, written in another.
void update() {
  const auto add = [] {
    int seen = 0;
    {
      const std::lock_guard lock(a);
      seen = x;
    }
    const std::lock_guard lock(a);
    x = seen + 1;
  };
  together({add, add});
  assert(x == 2);
}

// The flag is looked at before the lock is taken.
void wake() {
  together({[] {
              if (flag != 0) return;
              std::unique_lock lock(a);
              changed.wait(lock);
            },
            [] {
              flag = 1;
              const std::lock_guard lock(a);
              changed.notify_one();
            }});
}

void attempt() {
  together({[] {
              const bool mine = a.try_lock();
              assert(mine);
              a.unlock();
            },
            [] { touch(a); }});
}

// Who looks and gives way, again and again, lets the other come.
void polled() {
  static bool done;
  together({[] {
              for (bool seen = false; !seen; std::this_thread::yield()) {
                const std::lock_guard lock(a);
                seen = done;
              }
            },
            [] {
              const std::lock_guard lock(a);
              done = true;
            }});
}

// Where the second section comes first, nothing orders the writes. No thread can be stopped where it would show that:
// the first is inside its section by then.
void swapped() {
  together({[] {
              const std::lock_guard lock(a);
              touch(c);
              x = 1;
            },
            [] { touch(a), x = 2; }});
}

// Then there is no second write.
void not_swapped() {
  static bool done;
  together({[] {
              const std::lock_guard lock(a);
              touch(c);
              x = 1;
              done = true;
            },
            [] {
              a.lock();
              const bool seen = done;
              a.unlock();
              if (seen) x = 2;
            }});
}

// What was read came from the second thread, and might as well have come from the first.
void other_store() {
  together({[] { flag = 1; }, [] { x = 1, flag = 1; },
            [] {
              if (flag != 0) x = 2;
            }});
}

void turned() {
  together({[] { nest(a, b); }, [] { touch(a), nest(b, a); }});
}

void not_turned() {
  static bool done;
  together({[] {
              const std::lock_guard lock(a);
              touch(b);
              done = true;
            },
            [] {
              a.lock();
              const bool seen = done;
              a.unlock();
              if (seen) nest(b, a);
            }});
}

// How often `a` was taken, whoever comes first.
int turns;

int take_turn() {
  const std::lock_guard lock(a);
  return ++turns;
}

void take_turn_and_write() {
  {
    const std::lock_guard lock(a);
    touch(c);
    ++turns;
    x = 1;
  }
  touch(b);
}

// The second thread may come first: it counts otherwise then, and does the same.
void counted() {
  together(
      {take_turn_and_write, [] { take_turn(), touch(guard); }, [] { take_turn(), touch(guard), touch(b), x = 2; }});
}

void counted_cycle() {
  together({[] {
              const std::lock_guard lock(a);
              ++turns;
              touch(b);
            },
            [] { take_turn(), nest(b, c); }, [] { take_turn(), nest(c, a); }});
}

// Then it does something else: by a branch,
void looked_at() {
  together({take_turn_and_write, [] {
              const int turn = take_turn();
              touch(b);
              if (turn * 3 == 6) x = 2;
            }});
}

// by another thread's,
void passed_on() {
  static int passed;
  together({take_turn_and_write,
            [] {
              const int turn = take_turn();
              b.lock();
              passed = turn + 1;
              b.unlock();
              touch(guard);
            },
            [] {
              b.lock();
              const int seen = passed;
              b.unlock();
              if (seen == 3) x = 2;
            }});
}

// by what a function of the library finds in memory,
void measured() {
  together({take_turn_and_write, [] {
              wchar_t text[2] = {static_cast<wchar_t>(L'0' + take_turn()), 0};
              touch(b);
              if (std::wcstol(text, nullptr, 10) == 2) x = 2;
            }});
}

// by where it writes.
void indexed() {
  together({[] {
              {
                const std::lock_guard lock(a);
                touch(c);
                ++turns;
                places[2] = 1;
              }
              touch(b);
            },
            [] {
              const int turn = take_turn();
              touch(b);
              places[turn] = 2;
            }});
}

}  // namespace

int main(int count, char** words) {
  const std::pair<const char*, void (*)()> cases[] = {{"sections", sections},
                                                      {"message", message},
                                                      {"cycle", cycle},
                                                      {"guarded", guarded},
                                                      {"shared", readers},
                                                      {"upgrade", upgrade},
                                                      {"freed", freed},
                                                      {"joined", joined},
                                                      {"null", null},
                                                      {"checked", checked},
                                                      {"dangling", dangling},
                                                      {"update", update},
                                                      {"wake", wake},
                                                      {"attempt", attempt},
                                                      {"polled", polled},
                                                      {"swapped", swapped},
                                                      {"not_swapped", not_swapped},
                                                      {"other_store", other_store},
                                                      {"turned", turned},
                                                      {"not_turned", not_turned},
                                                      {"counted", counted},
                                                      {"looked_at", looked_at},
                                                      {"passed_on", passed_on},
                                                      {"measured", measured},
                                                      {"indexed", indexed},
                                                      {"counted_cycle", counted_cycle}};
  for (const auto& [name, body] : cases) {
    if (count > 1 && std::strcmp(name, words[1]) == 0) body();
  }
}
