// Names of variables on stacks. Where they are is what a compiled program prints about itself.
#include "engine/analyze/names/object_names.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "engine/testing/built_trace.h"
#include "engine/testing/frame_probe.h"

namespace sleave {
namespace {

constexpr const char* kProgram = R"(
#include "probe.h"
#include <mutex>
struct Queue { std::mutex lock; long count; };
long sum;
std::mutex gate;
__attribute__((noinline)) void worker() {
  long sum = 0;
  SEE(sum);
  asm volatile("" : : "r"(&sum) : "memory");
}
__attribute__((noinline)) void nested() {
  Queue queue{};
  SEE(queue.lock);
  SEE(queue.count);
  asm volatile("" : : "r"(&queue) : "memory");
}
int main() {
  Queue queue{};
  SEE(queue.count);
  SEE(queue.lock);
  SEE(::sum);
  SEE(::gate);
  worker();
  nested();
  return queue.count != 0;
}
)";

class StackNames : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v clang++-19 >/dev/null") != 0) GTEST_SKIP() << "clang++-19 is not installed";
    program = std::make_unique<ProbedProgram>(kProgram, "clang++-19 -g -O1");
    ASSERT_EQ(program->probes.size(), 7u);
    test.trace.modules.push_back(program->module());
  }

  const Probe& probe(const std::string& function, const std::string& expression) const {
    for (const Probe& candidate : program->probes) {
      if (candidate.function == function && candidate.expression == expression) return candidate;
    }
    std::abort();
  }

  [[nodiscard]] sleave_location global(const std::string& expression) const {
    const std::uint64_t offset = probe("main", expression).address - test.trace.modules[0].base;
    return SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, 0, offset);
  }

  // Where `address` of the program is in a thread's slot; main's frame is near its top.
  [[nodiscard]] sleave_location place(std::uint32_t thread, std::uint64_t address) const {
    const std::uint64_t below = program->probes[0].frames.back() - address;
    return in_slot(10 + thread, SLEAVE_SLOT_BYTES - 4096 - below);
  }

  // An event of the thread at the probe; the frames may be moved by some bytes.
  std::uint64_t stand(std::uint32_t thread, const Probe& at, std::uint64_t moved = 0) {
    auto& stacks = test.trace.stacks;
    const auto stack = static_cast<std::uint32_t>(stacks.size());
    stacks.push_back(at.sites.size());
    for (const std::uint64_t site : at.sites) stacks.push_back(SLEAVE_SITE(0, site));
    for (const std::uint64_t frame : at.frames) stacks.push_back(place(thread, frame + moved));
    const std::uint64_t event = test.event(thread, SLEAVE_EV_yield, 0);
    test.trace.events[event].stack = stack;
    return event;
  }

  std::string name(std::uint32_t thread, const Probe& variable, std::uint64_t at) {
    return names.name(place(thread, variable.address), Category::data, at);
  }

  std::unique_ptr<ProbedProgram> program;
  TestTrace test{1};
  Symbolizer symbolizer;
  ObjectNames names{test.trace, symbolizer};
};

TEST_F(StackNames, MembersAreNamedAndTheVariableIsExplainedOnce) {
  const Probe& count = probe("main", "queue.count");
  const std::uint64_t at = stand(0, count);
  EXPECT_EQ(name(0, count, at), "queue.count");
  EXPECT_EQ(name(0, count, at), "queue.count");
  ASSERT_EQ(names.objects().size(), 1u);
  EXPECT_EQ(names.objects()[0].label, "queue");
  EXPECT_EQ(names.objects()[0].place, "local 'queue' of main() of size 48, declared at probed.cc:19");
  EXPECT_FALSE(names.objects()[0].named);
}

TEST_F(StackNames, LocksHaveTheNamesOfTheSource) {
  const Probe& lock = probe("main", "queue.lock");
  const std::uint64_t at = stand(0, lock);
  const auto mutex = [&](const Probe& seen) { return names.name(place(0, seen.address), Category::mutex, at); };
  EXPECT_EQ(mutex(lock), "queue.lock");
  EXPECT_EQ(mutex(lock), "queue.lock");
  EXPECT_EQ(names.name(global("::gate"), Category::mutex, at), "gate");
  ASSERT_EQ(names.objects().size(), 3u);
  EXPECT_EQ(names.objects()[0].label, "queue");
  const FindingObject &local = names.objects()[1], &gate = names.objects()[2];
  EXPECT_EQ(local.label, "queue.lock");
  EXPECT_EQ(local.category, "mutex");
  EXPECT_EQ(local.place, "local 'queue.lock' of main() of size 40, declared at probed.cc:19");
  EXPECT_TRUE(local.named);
  EXPECT_EQ(gate.label, "gate");
  EXPECT_EQ(gate.place, "global 'gate' of size 40");
  EXPECT_TRUE(gate.named);
}

TEST_F(StackNames, LocksWithoutAVariableAreNumbered) {
  const std::uint64_t at = stand(0, probe("main", "queue.lock"));
  EXPECT_EQ(names.name(place(1, probe("main", "queue.lock").address), Category::mutex, at), "M1");
  EXPECT_EQ(names.name(at_address(0x1000), Category::condition, at), "C1");
  for (const FindingObject& object : names.objects()) EXPECT_FALSE(object.named);
}

TEST_F(StackNames, PointersToThem) {
  const Probe& count = probe("main", "queue.count");
  const std::uint64_t at = stand(0, count);
  const std::uint64_t slot = SLEAVE_SLOT_BASE + 10 * SLEAVE_SLOT_BYTES;
  EXPECT_EQ(names.pointee(slot + SLEAVE_LOCATION_OFFSET(place(0, count.address)), at), "&queue.count");
}

TEST_F(StackNames, NamesakesAreDistinguished) {
  const Probe &outer = probe("main", "queue.count"), &inner = probe("nested", "queue.count");
  const std::uint64_t at = stand(0, inner);
  stand(1, inner);
  EXPECT_EQ(name(0, outer, at), "queue.count");
  EXPECT_EQ(name(0, inner, at), "queue.count (nested)");  // of the same thread
  EXPECT_EQ(name(1, inner, at), "queue.count (T1)");
  EXPECT_EQ(name(1, outer, at), "queue.count (main)");
  EXPECT_EQ(name(0, outer, at), "queue.count");
}

TEST_F(StackNames, ALocalVariableHidesNoGlobalOne) {
  const Probe& local = probe("worker", "sum");
  const std::uint64_t at = stand(0, local);
  const sleave_location in_module = global("::sum");
  EXPECT_EQ(name(0, local, at), "sum");
  EXPECT_EQ(names.name(in_module, Category::data, at), "::sum");
  ObjectNames other(test.trace, symbolizer);
  EXPECT_EQ(other.name(in_module, Category::data, at), "sum");
  EXPECT_EQ(other.name(place(0, local.address), Category::data, at), "sum (main)");
}

TEST_F(StackNames, TheFunctionThatIsThereAtTheTimeCounts) {
  const Probe &sum = probe("worker", "sum"), &count = probe("nested", "queue.count");
  const std::uint64_t before = test.event(1, SLEAVE_EV_yield, 0);
  stand(0, sum, count.address - sum.address);  // so that both are at one place
  const std::uint64_t between = test.event(1, SLEAVE_EV_yield, 0);
  stand(0, count);
  const std::uint64_t after = test.event(1, SLEAVE_EV_yield, 0);
  EXPECT_EQ(name(0, count, before), "sum");
  EXPECT_EQ(name(0, count, between), "queue.count");  // main is already in front of its next event
  EXPECT_EQ(name(0, count, after), "queue.count");    // main is not seen any more
}

TEST_F(StackNames, AVariableThatIsGoneKeepsItsName) {
  const Probe& sum = probe("worker", "sum");
  stand(0, sum);
  const std::uint64_t at = test.event(1, SLEAVE_EV_yield, 0);
  stand(0, probe("main", "queue.lock"));
  EXPECT_EQ(name(0, sum, at), "sum");
}

TEST_F(StackNames, OtherPlacesAreNumbered) {
  const Probe& count = probe("main", "queue.count");
  const std::uint64_t at = stand(0, count);
  EXPECT_EQ(names.name(place(0, count.address + 2048), Category::data, at), "V1");
  EXPECT_EQ(names.objects()[0].place, "on the stack of main");
  EXPECT_EQ(name(1, count, at), "V2");  // nothing is known of T1's frames
}

}  // namespace
}  // namespace sleave
