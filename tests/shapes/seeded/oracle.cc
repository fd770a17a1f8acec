// All races of a row, by brute force and without Sleave: on every structure and with all keys, one thread is stopped
// before each of its accesses, and the other one runs until it ends or waits for a lock that the first one holds. What
// it touches there is in a race with the access that the first one is about to make: both are next, nothing orders
// them.
//
//     oracle ROW          a line for each pair of lines: "38 38 in 7 of 30 structures", and "undisturbed" if in one of
//                         them the one that runs has not read what the stopped one wrote
//     oracle ROW inputs   a line of JSON for each structure with each two keys: its nodes, and its races; also those
//     for
//                         which the other one is stopped, too, and the first one goes on, and accesses that are not
//                         next at once, but that no lock orders
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#define ORACLE
#include STRUCTURE

namespace {

struct Access {
  const void* place;
  bool writes;
  int line;
  bool disturbed = false;  // after a read of what the other one wrote
};

constexpr long kMostAccesses = 200;  // a race may have made a circle

// An operation that can be stopped before each of its accesses, and go on.
struct Operation {
  ucontext_t own{};
  std::vector<char> stack = std::vector<char>(64 << 10);
  void (*call)(Node*, int, Node*) = nullptr;
  Node* root = nullptr;
  int key = 0;
  Node* fresh = nullptr;
  std::set<const void*> locks{};
  std::vector<Access> accesses{};  // the last one is the next that it makes, unless it has ended or waits
  long until = -1;
  std::set<const void*> written{};  // by it, and by nobody since
  bool disturbed = false;           // it has read what the other one wrote
  bool stopped = false;             // before an access
  bool over = false;                // it has ended, or waits for good
  int releases = 0;                 // of locks
  int known = 0;                    // how many of the other one's releases come before what it does now
};

// What was done, in its order.
struct Done {
  const Operation* by;
  Access access;
  int releases;  // of that one before
  int known;
};
std::vector<Done> history;
std::map<const void*, std::pair<const Operation*, int>> released;  // locks: by whom, and how many it had released then

Operation* running = nullptr;
Operation* other = nullptr;
ucontext_t caller;

void leave() { swapcontext(&running->own, &caller); }

struct Pair {
  int a, b;
  auto operator<=>(const Pair&) const = default;
};
std::set<Pair> undisturbed;  // races that need no value of the other one

}  // namespace

static bool is_null(const void* place) { return reinterpret_cast<std::uintptr_t>(place) < 4096; }  // or a member of it

void announce(const void* place, bool writes, int line) {
  running->accesses.push_back({place, writes, line, running->disturbed});
  const long made = static_cast<long>(running->accesses.size());
  running->over = made > kMostAccesses || is_null(place);  // the program crashes there
  running->stopped = made - 1 == running->until;
  if (running->stopped || running->over) leave();
  running->stopped = false;
  history.push_back({running, {place, writes, line}, running->releases, running->known});
  if (writes) {
    running->written.insert(place);
    other->written.erase(place);
  } else {
    running->disturbed = running->disturbed || other->written.contains(place);
  }
}
void lock(const void* node) {
  if (is_null(node) || other->locks.contains(node) || running->locks.contains(node)) {
    running->over = true;  // the other one goes on first; what comes after that is another schedule
    leave();
  }
  running->locks.insert(node);
  const auto last = released.find(node);
  if (last != released.end() && last->second.first != running)
    running->known = std::max(running->known, last->second.second);
}
void unlock(const void* node) {
  running->locks.erase(node);
  released[node] = {running, ++running->releases};
}

namespace {

void begin_operation() {
  running->call(running->root, running->key, running->fresh);
  running->over = true;
  leave();
}

// Until it is about to make access number `until`, or is over.
void run(Operation& operation, Operation& stopped, long until) {
  if (operation.over) return;
  running = &operation;
  other = &stopped;
  operation.until = until;
  swapcontext(&caller, &operation.own);
}

// What `operation` has made from access `from` on, against the access that `stopped` is about to make.
void add_races(const Operation& operation, std::size_t from, const Operation& stopped, std::set<Pair>& found) {
  if (!stopped.stopped) return;
  const Access& next = stopped.accesses.back();
  for (std::size_t i = from; i < operation.accesses.size(); ++i) {
    const Access& each = operation.accesses[i];
    if (each.place != next.place || (!each.writes && !next.writes)) continue;
    const Pair pair = {std::min(each.line, next.line), std::max(each.line, next.line)};
    found.insert(pair);
    if (!each.disturbed && !next.disturbed) undisturbed.insert(pair);
  }
}

using Make = std::function<void(Node*)>;

// Two accesses to one place, one of them a write, where no lock that was given up after the first one was taken before
// the second one.
void add_unordered(std::set<Pair>& found) {
  for (std::size_t later = 0; later < history.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Done& a = history[earlier];
      const Done& b = history[later];
      if (a.by == b.by || a.access.place != b.access.place || (!a.access.writes && !b.access.writes)) continue;
      if (b.known > a.releases) continue;
      found.insert({std::min(a.access.line, b.access.line), std::max(a.access.line, b.access.line)});
    }
  }
}

struct Schedule {
  bool swapped;
  long first;       // the access before which the first one stops
  long second;      // that before which the other one stops then, and the first one goes on; -1: none
  bool to_the_end;  // both go on, and accesses that nothing orders count as well as those that are next at once
};

struct Reached {
  bool first;
  bool second;
};

// Which of the two have an access of that number.
Reached try_at(const Row& row, const Make& make, const int (&keys)[2], const Schedule& schedule,
               std::set<Pair>& found) {
  static std::array<Operation, 2> operations;
  std::array<Node, 8> nodes{};
  std::array<Node, 2> fresh{};
  make(nodes.data());
  history.clear();
  released.clear();
  for (std::size_t i = 0; i < 2; ++i) {
    Operation& each = operations[i];
    const std::size_t at = schedule.swapped ? 1 - i : i;
    fresh[at].key = keys[at];
    std::vector<char> stack = std::move(each.stack);
    each = Operation{.stack = std::move(stack),
                     .call = at == 0 ? row.first : row.second,
                     .root = nodes.data(),
                     .key = keys[at],
                     .fresh = &fresh[at]};
    getcontext(&each.own);
    each.own.uc_stack.ss_sp = each.stack.data();
    each.own.uc_stack.ss_size = each.stack.size();
    makecontext(&each.own, begin_operation, 0);
  }
  Operation& first = operations[0];
  Operation& second = operations[1];
  run(first, second, schedule.first);
  if (!first.stopped) return {false, false};
  run(second, first, schedule.second);
  add_races(second, 0, first, found);
  const bool stops = schedule.second >= 0 && second.stopped;
  if (!schedule.to_the_end) return {true, stops};
  const std::size_t made = first.accesses.size() - 1;
  run(first, second, -1);
  add_races(first, made, second, found);
  run(second, first, -1);
  add_unordered(found);
  return {true, stops};
}

// With one switch, or with two.
std::set<Pair> races_of(const Row& row, const Make& make, int first, int second, bool twice) {
  std::set<Pair> found;
  for (const bool swapped : {false, true}) {
    for (long at = 0; at < kMostAccesses; ++at) {
      if (!try_at(row, make, {first, second}, {swapped, at, -1, twice}, found).first) break;
      for (long then = 0; twice && then < kMostAccesses; ++then) {
        if (!try_at(row, make, {first, second}, {swapped, at, then, true}, found).second) break;
      }
    }
  }
  return found;
}

std::set<Pair> races_of(const Row& row, const Make& make) {
  std::set<Pair> found;
  for (int first = 1; first <= kKeys; ++first) {
    for (int second = 1; second <= kKeys; ++second) found.merge(races_of(row, make, first, second, false));
  }
  return found;
}

// {"list->key":1,"list->next":"list->next",...}: a link holds the path by which its node is reached first.
void print_nodes(const Make& make) {
  std::array<Node, 8> nodes{};
  make(nodes.data());
  std::map<const Node*, std::string> paths = {{nodes.data(), kRoot}};
  std::vector<const Node*> open = {nodes.data()};
  for (std::size_t i = 0; i < open.size(); ++i) {  // by length, then member by member
    const std::string path = paths[open[i]];
    each_member(
        *open[i], [&](const char* name, int value) { std::printf("\"%s->%s\":%d,", path.c_str(), name, value); },
        [&](const char* name, const Node* target) {
          const std::string own = path + "->" + name;
          if (target != nullptr && paths.try_emplace(target, own).second) open.push_back(target);
          std::printf("\"%s\":\"%s\",", own.c_str(), target == nullptr ? "" : paths[target].c_str());
        });
  }
}

void print_inputs(const Row& row, const Make& make) {
  for (int first = 1; first <= kKeys; ++first) {
    for (int second = 1; second <= kKeys; ++second) {
      std::printf("{\"inputs\":{");
      print_nodes(make);
      std::printf("\"key1\":%d,\"key2\":%d},\"races\":[", first, second);
      const char* between = "";
      for (const Pair& pair : races_of(row, make, first, second, true)) {
        std::printf("%s[%d,%d]", between, pair.a, pair.b);
        between = ",";
      }
      std::printf("]}\n");
    }
  }
}

}  // namespace

int main(int count, char** words) {
  for (const Row& row : kRows) {
    if (count < 2 || std::strcmp(row.name, words[1]) != 0) continue;
    if (count > 2) {
      each_heap([&](const Make& make) { print_inputs(row, make); });
      return 0;
    }
    std::map<Pair, int> times;
    int structures = 0;
    each_heap([&](const Make& make) {
      ++structures;
      for (const Pair& pair : races_of(row, make)) ++times[pair];
    });
    for (const auto& [pair, number] : times)
      std::printf("%d %d in %d of %d structures%s\n", pair.a, pair.b, number, structures,
                  undisturbed.contains(pair) ? " undisturbed" : "");
  }
}
