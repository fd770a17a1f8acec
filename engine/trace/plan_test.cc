#include "engine/trace/plan.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/base/rng.h"
#include "engine/trace/livelock.h"
#include "engine/trace/replay_file.h"
#include "engine/trace/sample_trace_test.h"

namespace sleave {
namespace {

Plan sample_plan() {
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS;
  plan.tail_policy = SLEAVE_POLICY_pct;
  plan.tail_depth = 3;
  plan.tail_seed = 99;
  plan.tail_length = 40;
  plan.threads = {{SLEAVE_NO_THREAD, 0}, {0, 0}, {1, 4}};
  plan.decisions = {{0, SLEAVE_CHOICE_switch_to, SLEAVE_EV_mutex_lock, 7, 2},
                    {2, SLEAVE_CHOICE_wake, SLEAVE_EV_COUNT, 1, 9}};
  plan.choices[SLEAVE_CHOICE_spurious] = {2, 17};
  plan.choices[SLEAVE_CHOICE_reuse] = {1, 0};
  plan.objects = {SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, 0x40)};
  plan.weights = {0, 3, 1};
  plan.relations = {{0x10, 0x20, SLEAVE_RELATION_WANTED, 0}, {0x30, 0, SLEAVE_RELATION_RIVAL, 0}};
  plan.asides = {{0x40, SLEAVE_FIND_double_free, 0}};
  plan.orders = {{0x50, SLEAVE_ORDER_acq_rel, SLEAVE_ORDER_acquire, {}}};
  plan.inputs = {{5, {std::byte{1}, std::byte{2}, std::byte{3}}}, {6, {}}};
  return plan;
}

void expect_same(const Plan& a, const Plan& b) {
  EXPECT_EQ(serialize(a), serialize(b));
  EXPECT_EQ(a.inputs, b.inputs);
  ASSERT_EQ(a.decisions.size(), b.decisions.size());
  EXPECT_EQ(a.decisions[1].value, b.decisions[1].value);
  EXPECT_EQ(a.tail_seed, b.tail_seed);
  EXPECT_EQ(a.objects, b.objects);
  EXPECT_EQ(a.weights, b.weights);
  EXPECT_EQ(a.relations.size(), b.relations.size());
  ASSERT_EQ(a.asides.size(), b.asides.size());
  EXPECT_EQ(a.asides[0].site, b.asides[0].site);
  ASSERT_EQ(a.orders.size(), b.orders.size());
  EXPECT_EQ(a.orders[0].failure, b.orders[0].failure);
  EXPECT_EQ(a.choices[SLEAVE_CHOICE_spurious].among, b.choices[SLEAVE_CHOICE_spurious].among);
}

TEST(Plan, SurvivesSerialization) {
  const Plan plan = sample_plan();
  const Result<Plan> read = parse_plan(serialize(plan));
  ASSERT_TRUE(read.ok());
  expect_same(plan, *read);
}

TEST(Plan, RefusesEveryCut) {
  const std::vector<std::byte> bytes = serialize(sample_plan());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_plan(std::span(bytes).first(size)).ok()) << size;
  }
}

TEST(Plan, RefusesWrongReferences) {
  Plan plan = sample_plan();
  plan.decisions[0].value = 3;
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
  plan = sample_plan();
  plan.threads[1].parent = 2;
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
  plan = sample_plan();
  plan.weights.push_back(1);
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
  plan = sample_plan();
  plan.relations[1].writer = 2;
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
  plan = sample_plan();
  plan.asides[0].kind = SLEAVE_FIND_COUNT;
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
  plan = sample_plan();
  plan.orders[0].failure = SLEAVE_ORDER_volatile;
  EXPECT_FALSE(parse_plan(serialize(plan)).ok());
}

TEST(Plan, MutationsNeverCrash) {
  const std::vector<std::byte> valid = serialize(sample_plan());
  Rng rng(3);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::byte> bytes = valid;
    for (std::uint64_t n = 1 + rng.below(4); n > 0; --n) bytes[rng.below(bytes.size())] = std::byte(rng.below(256));
    const Result<Plan> plan = parse_plan(bytes);
    if (!plan) continue;
    for (const sleave_decision& decision : plan->decisions) EXPECT_LT(decision.thread, plan->threads.size());
  }
}

TEST(ReplayFile, SurvivesSerialization) {
  ReplayFile file;
  file.target = "/tmp/a b\\c\nd";
  file.arguments = {"", "-x", "two\nlines"};
  file.directory = "/";
  file.build_id = "00ff";
  file.threads = "fiber";
  file.clients = "/tmp/client\x1f a\n\x1f\x1e";
  file.one_thread = {"--one-thread=12", "--one\nthread"};
  file.stack_limit = ~0ull;
  file.strategy = "sample";
  file.seed = 7;
  file.run = 12;
  file.kind = "deadlock";
  file.signature = "deadlock:f@a.cc:1";
  file.hash = 0xfedcba9876543210;
  file.events = 31;
  file.plan = sample_plan();
  const Result<ReplayFile> read = parse_replay_file(serialize(file));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->target, file.target);
  EXPECT_EQ(read->arguments, file.arguments);
  EXPECT_EQ(read->clients, file.clients);
  EXPECT_EQ(read->one_thread, file.one_thread);
  EXPECT_EQ(read->signature, file.signature);
  EXPECT_EQ(read->hash, file.hash);
  EXPECT_EQ(read->stack_limit, file.stack_limit);
  EXPECT_EQ(serialize(*read), serialize(file));
}

TEST(ReplayFile, CarriesStandardInput) {
  ReplayFile file;
  file.plan = sample_plan();
  const std::string without = serialize(file);
  file.standard_input = std::string("a\n\n\0stdin-bytes: 3\n", 20);
  const std::string bytes = serialize(file);
  const Result<ReplayFile> read = parse_replay_file(bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->standard_input, file.standard_input);
  EXPECT_EQ(serialize(read->plan), serialize(file.plan));
  EXPECT_FALSE(parse_replay_file(bytes.substr(0, bytes.size() - 1)).ok());
  ASSERT_TRUE(parse_replay_file(without).ok());
  EXPECT_EQ(parse_replay_file(without)->standard_input, "");
}

TEST(ReplayFile, RefusesOthers) {
  EXPECT_FALSE(parse_replay_file("").ok());
  EXPECT_FALSE(parse_replay_file("#!/bin/sh\n").ok());
  EXPECT_FALSE(parse_replay_file("sleave replay file, version 1\nseed: x\n\n").ok());
  EXPECT_FALSE(parse_replay_file("sleave replay file, version 1\n\nPLAN").ok());
}

TEST(PlanFromTrace, OneDecisionForEachSwitch) {
  // Switches of the sample: main -> T1 after main's 2 points with its lock pending; T1 -> main after T1's 4 points.
  const Plan plan = plan_from_trace(sample_trace(), sample_plan());
  EXPECT_TRUE(parse_plan(serialize(plan)).ok()) << "weights of threads that this run did not have are gone";
  EXPECT_EQ(plan.tail_policy, SLEAVE_POLICY_stay);
  ASSERT_EQ(plan.threads.size(), 2u);
  ASSERT_EQ(plan.decisions.size(), 2u);
  EXPECT_EQ(plan.decisions[0].thread, 0u);
  EXPECT_EQ(plan.decisions[0].index, 2u);
  EXPECT_EQ(plan.decisions[0].expect, SLEAVE_EV_mutex_lock);
  EXPECT_EQ(plan.decisions[0].value, 1u);
  EXPECT_EQ(plan.decisions[1].thread, 1u);
  EXPECT_EQ(plan.decisions[1].index, 4u);
  EXPECT_EQ(plan.decisions[1].expect, SLEAVE_EV_COUNT);
  EXPECT_EQ(plan.decisions[1].value, 0u);
}

// A client's thread is there before main has done anything.
TEST(PlanFromTrace, AnotherThreadMakesTheFirstEvent) {
  Trace trace = sample_trace();
  std::erase_if(trace.events, [&, begun = false](const sleave_event& event) mutable {
    begun = begun || event.thread == 1;
    return !begun;
  });
  const Plan plan = plan_from_trace(trace, sample_plan());
  ASSERT_EQ(plan.decisions.size(), 2u);
  EXPECT_EQ(plan.decisions[0].thread, 0u);
  EXPECT_EQ(plan.decisions[0].index, 0u);
  EXPECT_EQ(plan.decisions[0].value, 1u);
}

// Main's choice as its lock begins to wait stands before the switch away from it, T1's for its own lock after it.
TEST(PlanFromTrace, ChoicesStandWhereTheyWereTaken) {
  Trace trace = sample_trace();
  trace.choices = {{0, SLEAVE_CHOICE_alloc, SLEAVE_EV_COUNT, 0, 3, 0},
                   {0, SLEAVE_CHOICE_timeout, SLEAVE_EV_mutex_lock, 2, 1, 2},
                   {1, SLEAVE_CHOICE_reuse, SLEAVE_EV_COUNT, 0, 1, 2},
                   {1, SLEAVE_CHOICE_spurious, SLEAVE_EV_thread_start, 0, 1, 2},
                   {1, SLEAVE_CHOICE_wake, SLEAVE_EV_mutex_unlock, 2, 0, 4}};
  const Plan plan = plan_from_trace(trace, sample_plan());
  ASSERT_EQ(plan.decisions.size(), 6u);
  const std::uint16_t expected[] = {SLEAVE_CHOICE_alloc,    SLEAVE_CHOICE_timeout, SLEAVE_CHOICE_switch_to,
                                    SLEAVE_CHOICE_spurious, SLEAVE_CHOICE_wake,    SLEAVE_CHOICE_switch_to};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(plan.decisions[i].kind, expected[i]) << i;
  EXPECT_EQ(plan.decisions[0].value, 3u);
  EXPECT_EQ(plan.decisions[1].expect, SLEAVE_EV_mutex_lock);
  EXPECT_EQ(plan.decisions[1].index, 2u);
  EXPECT_EQ(plan.choices[SLEAVE_CHOICE_spurious].most, 0u);
  EXPECT_EQ(plan.choices[SLEAVE_CHOICE_reuse].most, 1u);
}

TEST(PlanFromTrace, SwitchesToTheThreadThatFailedBeforeItsNextEvent) {
  Trace trace = sample_trace();
  trace.events.resize(5);  // ... T1 holds the lock; main is chosen and crashes
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.finding = SLEAVE_FIND_crash;
  trace.header.thread = 0;
  const Plan plan = plan_from_trace(trace, sample_plan());
  ASSERT_EQ(plan.decisions.size(), 2u);
  EXPECT_EQ(plan.decisions[1].thread, 1u);
  EXPECT_EQ(plan.decisions[1].index, 2u);
  EXPECT_EQ(plan.decisions[1].value, 0u);

  trace.header.finding = SLEAVE_FIND_deadlock;  // nobody could run
  EXPECT_EQ(plan_from_trace(trace, sample_plan()).decisions.size(), 1u);
}

// T1 stores, stores the same once more, and waits for main, which waits for T1: only the way there is decided, and what
// each does next is expected.
TEST(PlanBeforeGoingRound, DecidesNothingOfIt) {
  Trace trace;
  trace.threads.resize(2);
  trace.threads[0].parent = SLEAVE_NO_THREAD;
  const auto add = [&](std::uint32_t thread, sleave_event_kind kind, std::uint8_t flags) {
    sleave_event event{};
    event.thread = thread;
    event.kind = static_cast<std::uint8_t>(kind);
    event.flags = flags;
    trace.events.push_back(event);
  };
  add(0, SLEAVE_EV_thread_create, SLEAVE_EVENT_CHANGED);
  add(0, SLEAVE_EV_atomic_load, 0);
  add(1, SLEAVE_EV_thread_start, SLEAVE_EVENT_SWITCHED);
  add(1, SLEAVE_EV_atomic_store, SLEAVE_EVENT_CHANGED);
  add(1, SLEAVE_EV_atomic_store, 0);
  for (int i = 0; i < 6; ++i) {
    add(0, SLEAVE_EV_atomic_rmw, SLEAVE_EVENT_SWITCHED);
    add(1, SLEAVE_EV_atomic_load, SLEAVE_EVENT_SWITCHED);
  }
  trace.choices = {{0, SLEAVE_CHOICE_alloc, SLEAVE_EV_COUNT, 0, 3, 0},
                   {1, SLEAVE_CHOICE_alloc, SLEAVE_EV_COUNT, 4, 3, 8}};
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.finding = SLEAVE_FIND_no_progress;
  EXPECT_EQ(events_before_livelock(trace), 5u);
  Plan original;
  original.spin_repeats = 7;
  const Plan plan = plan_before_livelock(trace, original);
  EXPECT_EQ(plan.spin_repeats, 7u);
  ASSERT_EQ(plan.decisions.size(), 2u);
  EXPECT_EQ(plan.decisions[0].kind, SLEAVE_CHOICE_alloc);
  EXPECT_EQ(plan.decisions[1].kind, SLEAVE_CHOICE_switch_to);
  EXPECT_EQ(plan.decisions[1].index, 2u);
  EXPECT_EQ(plan.decisions[1].expect, SLEAVE_EV_atomic_rmw);
  EXPECT_EQ(plan.decisions[1].value, 1u);
}

}  // namespace
}  // namespace sleave
