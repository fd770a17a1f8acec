// The orders of a client's calls in a class against brute force: all interleavings with the same graph.
#include "engine/strategy/dpor/graph/call_orders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "engine/base/test_size.h"

namespace sleave::graph {
namespace {

struct Access {
  enum Kind : std::uint8_t { read, write, update } kind = read;
  std::uint32_t location = 0;
};

struct MadeCall {
  std::uint32_t thread = 0;
  std::vector<Access> accesses;
};

// Calls by number; those of a thread in its order.
using Client = std::vector<MadeCall>;

struct Place {
  std::size_t call = 0;
  std::size_t access = 0;
  auto operator<=>(const Place&) const = default;
};
using Interleaving = std::vector<Place>;

constexpr std::uint32_t kLocations = 3;

// What the graph keeps: the source of each read, by the place of its write, and the writes of each location in order.
struct Relations {
  std::map<Place, Place> sources;
  std::vector<std::vector<Place>> writes{kLocations};
  bool operator==(const Relations&) const = default;
};

const Place kBeginning{99, 99};

Relations relations_of(const Client& client, const Interleaving& order) {
  Relations relations;
  for (const Place& place : order) {
    const Access& access = client[place.call].accesses[place.access];
    std::vector<Place>& writes = relations.writes[access.location];
    if (access.kind != Access::write) relations.sources[place] = writes.empty() ? kBeginning : writes.back();
    if (access.kind != Access::read) writes.push_back(place);
  }
  return relations;
}

Graph graph_of(const Client& client, const Interleaving& order) {
  Graph graph;
  graph.make_room_for_threads(4);
  for (std::uint32_t i = 0; i < kLocations; ++i) graph.add_location(i + 1);
  for (const Place& place : order) {
    const Access& access = client[place.call].accesses[place.access];
    Event event;
    event.thread = client[place.call].thread;
    event.location = access.location;
    event.kind = access.kind == Access::write ? Kind::write : access.kind == Access::read ? Kind::read : Kind::update;
    if (access.kind != Access::write) event.source = graph.newest(access.location);
    EventId id = graph.add(event);
    if (access.kind == Access::update) {
      Event write;
      write.thread = event.thread;
      write.location = event.location;
      write.kind = Kind::update_write;
      write.partner = id;
      id = graph.add(write);
    }
    if (access.kind != Access::read) graph.insert(id, graph.location(access.location).writes.size() + 1);
  }
  return graph;
}

// Calls `visit` with every interleaving of the client's calls.
template <typename Visit>
void for_each_interleaving(const Client& client, Interleaving& begun, std::vector<std::vector<Place>>& rest,
                           Visit visit) {
  bool over = true;
  for (std::vector<Place>& thread : rest) {
    if (thread.empty()) continue;
    over = false;
    begun.push_back(thread.back());
    thread.pop_back();
    for_each_interleaving(client, begun, rest, visit);
    thread.push_back(begun.back());
    begun.pop_back();
  }
  if (over) visit(begun);
}

// Of each thread its places, the first last.
std::vector<std::vector<Place>> places_of(const Client& client) {
  std::vector<std::vector<Place>> places(4);
  for (std::size_t call = client.size(); call != 0; --call) {
    const MadeCall& made = client[call - 1];
    for (std::size_t i = made.accesses.size(); i != 0; --i) places[made.thread].push_back({call - 1, i - 1});
  }
  return places;
}

Interleaving random_interleaving(const Client& client, std::mt19937& engine) {
  std::vector<std::vector<Place>> rest = places_of(client);
  Interleaving order;
  for (;;) {
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (!rest[i].empty()) left.push_back(i);
    }
    if (left.empty()) return order;
    std::vector<Place>& thread = rest[left[engine() % left.size()]];
    order.push_back(thread.back());
    thread.pop_back();
  }
}

bool contradicts(const Client& client, const Interleaving& run, const std::vector<std::uint8_t>& order) {
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> times;
  for (std::size_t i = 0; i < run.size(); ++i) {
    times.try_emplace(run[i].call, i, i);
    times[run[i].call].second = i;
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const auto before = times.find(order[i]);
      const auto after = times.find(order[j]);
      if (before == times.end() || after == times.end()) continue;
      if (client[order[i]].thread == client[order[j]].thread) continue;
      if (after->second.second < before->second.first) return true;
    }
  }
  return false;
}

bool is_unexplained(const Client& client, const Interleaving& run, const ClientCalls& calls) {
  return std::all_of(calls.orders.begin(), calls.orders.end(),
                     [&](const std::vector<std::uint8_t>& order) { return contradicts(client, run, order); });
}

bool by_brute_force(const Client& client, const Interleaving& run, const ClientCalls& calls) {
  const Relations relations = relations_of(client, run);
  bool found = false;
  Interleaving begun;
  std::vector<std::vector<Place>> rest = places_of(client);
  for_each_interleaving(client, begun, rest, [&](const Interleaving& other) {
    if (!found && relations_of(client, other) == relations) found = is_unexplained(client, other, calls);
  });
  return found;
}

Client random_client(std::mt19937& engine) {
  Client client(2 + engine() % 3);
  for (MadeCall& call : client) {
    call.thread = engine() % 3;
    call.accesses.resize(engine() % 7 == 0 ? 0 : 1 + engine() % 2);
    for (Access& access : call.accesses) {
      access = {static_cast<Access::Kind>(engine() % 3), static_cast<std::uint32_t>(engine() % kLocations)};
    }
  }
  return client;
}

// Some of the orders that keep each thread's own.
ClientCalls random_calls(const Client& client, std::mt19937& engine) {
  ClientCalls calls;
  std::vector<std::uint64_t> operations(4);
  for (const MadeCall& call : client) {
    std::uint64_t& done = operations[call.thread];
    calls.calls.push_back({call.thread, done, done + call.accesses.size()});
    done += call.accesses.size();
  }
  std::vector<std::uint8_t> order(client.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  const unsigned share = 1 + engine() % 3;
  do {
    bool keeps = true;
    for (std::size_t i = 1; i < order.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        keeps = keeps && (client[order[i]].thread != client[order[j]].thread || order[j] < order[i]);
      }
    }
    if (keeps && engine() % 3 < share) calls.orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return calls;
}

TEST(CallOrders, AreJudgedAsByBruteForce) {
  std::mt19937 engine(1);
  int unexplained = 0;
  int elsewhere = 0;  // though the run itself is explained
  const int kClients = static_cast<int>(test_size(4'000, 100'000));
  for (int i = 0; i < kClients; ++i) {
    const Client client = random_client(engine);
    const Interleaving run = random_interleaving(client, engine);
    const ClientCalls calls = random_calls(client, engine);
    const Graph graph = graph_of(client, run);
    EventIds order;
    const SequentialConsistency model;
    ASSERT_TRUE(model.linearize(graph, order));
    const CallOrder found = look_for_unexplained(graph, order, calls);
    ASSERT_EQ(found.verdict == CallOrder::Verdict::unexplained, by_brute_force(client, run, calls)) << "client " << i;
    if (found.verdict != CallOrder::Verdict::unexplained) continue;
    ASSERT_TRUE(model.linearize_with(graph, found.pairs, order)) << "client " << i;
    ++unexplained;
    elsewhere += is_unexplained(client, run, calls) ? 0 : 1;
  }
  EXPECT_GT(unexplained, kClients / 10);
  EXPECT_GT(elsewhere, kClients / 100);
  EXPECT_LT(unexplained, kClients * 9 / 10);
}

// add(1) writes a, add(2) writes b, list() reads a, then b: only where add(1) ended before add(2) began is {2} wrong.
TEST(CallOrders, ListThatMissesTheFirst) {
  const Client client = {
      {0, {{Access::write, 0}}}, {1, {{Access::write, 1}}}, {2, {{Access::read, 0}, {Access::read, 1}}}};
  const Interleaving run = {{2, 0}, {1, 0}, {0, 0}, {2, 1}};
  ClientCalls calls;
  calls.calls = {{0, 0, 1}, {1, 0, 1}, {2, 0, 2}};
  calls.orders = {{1, 2, 0}};
  const Graph graph = graph_of(client, run);
  EventIds order;
  ASSERT_TRUE(SequentialConsistency().linearize(graph, order));
  EXPECT_EQ(look_for_unexplained(graph, order, calls).verdict, CallOrder::Verdict::unexplained);
  EXPECT_FALSE(is_unexplained(client, run, calls));
}

// Results that no order has to explain: without an order they would be unexplained.
TEST(CallOrders, NothingToExplain) {
  ClientCalls calls;
  calls.calls = {{0, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::unexplained);
  calls.need_no_order = true;
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::explained);
  calls.all_orders = false;
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::unknown);
}

TEST(CallOrders, TooManyOrTooLittleIsUnknown) {
  ClientCalls calls;
  calls.calls = {{0, 0, 0}, {1, 0, 0}};
  calls.orders = {{0, 1}};
  calls.all_orders = false;
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::unknown);
  calls.all_orders = true;
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::explained);
  calls.orders = {{0, 7}};
  EXPECT_EQ(look_for_unexplained(Graph(), {}, calls).verdict, CallOrder::Verdict::unknown);
}

}  // namespace
}  // namespace sleave::graph
