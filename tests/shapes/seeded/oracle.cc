// All races of a row, by brute force and without Sleave: on every structure and with all keys, one thread is stopped
// before each of its accesses, and the other one runs until it ends or waits for a lock that the first one holds. What
// it touches there is in a race with the access that the first one is about to make: both are next, nothing orders
// them.
//
//     oracle ROW          a line for each pair of lines: "38 38 in 7 of 30 structures"
//     oracle ROW inputs   a line of JSON for each structure with each two keys: its nodes, and its races
#include <algorithm>
#include <array>
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
};
struct Stopped {};

std::set<const void*> held;          // by the thread that was stopped
std::set<const void*> own;           // by the one that runs
std::vector<Access> accesses;        // of it
long until = -1;                     // it stops before this access
constexpr long kMostAccesses = 200;  // a race may have made a circle

struct Pair {
  int a, b;
  auto operator<=>(const Pair&) const = default;
};

}  // namespace

void announce(const void* place, bool writes, int line) {
  accesses.push_back({place, writes, line});
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
bool try_at(const Row& row, bool swapped, const Make& make, const int (&keys)[2], long stop, std::set<Pair>& found) {
  std::array<Node, 8> nodes{};
  std::array<Node, 2> fresh{};
  make(nodes.data());
  for (int i = 0; i < 2; ++i) fresh[static_cast<std::size_t>(i)].key = keys[i];
  held.clear();
  const auto at = static_cast<std::size_t>(swapped);
  run(swapped ? row.second : row.first, nodes.data(), keys[at], &fresh[at], stop);
  if (static_cast<long>(accesses.size()) <= stop) return false;
  const Access next = accesses.back();
  held = own;
  run(swapped ? row.first : row.second, nodes.data(), keys[1 - at], &fresh[1 - at], -1);
  for (const Access& each : accesses) {
    if (each.place != next.place || (!each.writes && !next.writes)) continue;
    found.insert({std::min(each.line, next.line), std::max(each.line, next.line)});
  }
  return true;
}

std::set<Pair> races_of(const Row& row, const Make& make, int first, int second) {
  std::set<Pair> found;
  for (const bool swapped : {false, true}) {
    for (long stop = 0; try_at(row, swapped, make, {first, second}, stop, found) && stop < kMostAccesses; ++stop) {
    }
  }
  return found;
}

std::set<Pair> races_of(const Row& row, const Make& make) {
  std::set<Pair> found;
  for (int first = 1; first <= kKeys; ++first) {
    for (int second = 1; second <= kKeys; ++second) found.merge(races_of(row, make, first, second));
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
        *open[i],
        [&](const char* name, int value) { std::printf("\"%s->%s\":%d,", path.c_str(), name, value); },
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
      for (const Pair& pair : races_of(row, make, first, second)) {
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
      std::printf("%d %d in %d of %d structures\n", pair.a, pair.b, number, structures);
  }
}
