// All races of a row, by brute force and without Sleave: on every structure and with all keys, one thread is stopped
// before each of its accesses, and the other one runs until it ends or waits for a lock that the first one holds. What
// it touches there is in a race with the access that the first one is about to make: both are next, nothing orders
// them.
//
//     oracle ROW      a line for each pair of lines: "38 38 in 7 of 30 structures", and "undisturbed" if in one of them
//                     the one that runs has not read what the stopped one wrote
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <set>
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
struct Stopped {};

std::set<const void*> held;          // by the thread that was stopped
std::set<const void*> own;           // by the one that runs
std::set<const void*> written;       // by the one that was stopped, and by nobody since
bool disturbed = false;              // the one that runs has read one of these
std::vector<Access> accesses;        // of it
long until = -1;                     // it stops before this access
constexpr long kMostAccesses = 200;  // a race may have made a circle

struct Pair {
  int a, b;
  auto operator<=>(const Pair&) const = default;
};

}  // namespace

void announce(const void* place, bool writes, int line) {
  accesses.push_back({place, writes, line, disturbed});
  if (writes) {
    written.erase(place);
  } else {
    disturbed = disturbed || written.contains(place);
  }
  const long made = static_cast<long>(accesses.size());
  if (made - 1 == until || made > kMostAccesses) throw Stopped();
}
void lock(const void* node) {
  if (held.contains(node) || own.contains(node)) throw Stopped();
  own.insert(node);
}
void unlock(const void* node) { own.erase(node); }

namespace {

void run(void (*operation)(Node*, int, Node*), Node* root, int key, Node* fresh, long stop) {
  accesses.clear();
  own.clear();
  until = stop;
  try {
    operation(root, key, fresh);
  } catch (const Stopped&) {
  }
}

using Make = std::function<void(Node*)>;

// Whether the first operation has an access of that number.
bool try_at(const Row& row, bool swapped, const Make& make, const int (&keys)[2], long stop,
            std::map<Pair, bool>& found) {
  std::array<Node, 8> nodes{};
  std::array<Node, 2> fresh{};
  make(nodes.data());
  for (int i = 0; i < 2; ++i) fresh[static_cast<std::size_t>(i)].key = keys[i];
  held.clear();
  written.clear();
  disturbed = false;
  const auto at = static_cast<std::size_t>(swapped);
  run(swapped ? row.second : row.first, nodes.data(), keys[at], &fresh[at], stop);
  if (static_cast<long>(accesses.size()) <= stop) return false;
  const Access next = accesses.back();
  held = own;
  for (std::size_t i = 0; i + 1 < accesses.size(); ++i) {
    if (accesses[i].writes) written.insert(accesses[i].place);
  }
  run(swapped ? row.first : row.second, nodes.data(), keys[1 - at], &fresh[1 - at], -1);
  for (const Access& each : accesses) {
    if (each.place != next.place || (!each.writes && !next.writes)) continue;
    bool& undisturbed = found[{std::min(each.line, next.line), std::max(each.line, next.line)}];
    undisturbed = undisturbed || !each.disturbed;
  }
  return true;
}

std::map<Pair, bool> races_of(const Row& row, const Make& make) {
  std::map<Pair, bool> found;
  for (int first = 1; first <= kKeys; ++first) {
    for (int second = 1; second <= kKeys; ++second) {
      for (const bool swapped : {false, true}) {
        for (long stop = 0; try_at(row, swapped, make, {first, second}, stop, found) && stop < kMostAccesses; ++stop) {
        }
      }
    }
  }
  return found;
}

}  // namespace

int main(int count, char** words) {
  for (const Row& row : kRows) {
    if (count < 2 || std::strcmp(row.name, words[1]) != 0) continue;
    std::map<Pair, int> times;
    std::set<Pair> undisturbed;
    int structures = 0;
    each_heap([&](const Make& make) {
      ++structures;
      for (const auto& [pair, is_undisturbed] : races_of(row, make)) {
        ++times[pair];
        if (is_undisturbed) undisturbed.insert(pair);
      }
    });
    for (const auto& [pair, number] : times)
      std::printf("%d %d in %d of %d structures%s\n", pair.a, pair.b, number, structures,
                  undisturbed.contains(pair) ? " undisturbed" : "");
  }
}
