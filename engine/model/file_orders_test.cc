#include "engine/model/file_orders.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

using graph::Op;
using graph::Step;

constexpr std::uint64_t kKernel = 1;
constexpr std::uint64_t kMutex = 2;
constexpr std::uint64_t kContents = 10;  // of file 0, then 1, ...

class FileOrders : public testing::Test {
 protected:
  // One of a file's own, of what descriptor `number` refers to.
  void apart(std::uint32_t thread, std::uint64_t file, bool writes, std::uint64_t number = 3) {
    FileStep& use = add(thread, kContents + file, writes);
    use.apart = true;
    use.contents = {{file, writes}};
    use.number = number;
    use.opened = 100 + number;
  }
  FileStep& kernel(std::uint32_t thread) { return add(thread, kKernel, true); }
  void mutex(std::uint32_t thread) { step(thread, kMutex, true); }
  [[nodiscard]] std::set<std::uint64_t> unordered() const { return unordered_files(steps_, uses_); }

 private:
  void step(std::uint32_t thread, std::uint64_t location, bool writes) {
    Step step;
    step.kind = writes ? Step::Kind::update : Step::Kind::read;
    step.operation.op = Op::opaque;
    step.thread = thread;
    step.location = location;
    steps_.push_back(step);
  }
  FileStep& add(std::uint32_t thread, std::uint64_t location, bool writes) {
    FileStep use;
    use.step = steps_.size();
    uses_.push_back(use);
    step(thread, location, writes);
    return uses_.back();
  }

  graph::Steps steps_;
  std::vector<FileStep> uses_;
};

using Files = std::set<std::uint64_t>;

TEST_F(FileOrders, StepsOfOneFileAreOrderedByTheirLocation) {
  apart(1, 0, true);
  apart(2, 0, false);
  apart(2, 1, true, 4);
  EXPECT_EQ(unordered(), Files());
}

TEST_F(FileOrders, AStepOfTheKernelOnTheSameContentsIsNot) {
  apart(1, 0, true);
  kernel(2).contents = {{0, false}};
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, NorBeforeIt) {
  kernel(2).contents = {{0, false}};
  apart(1, 0, true);
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, TwoReadsNeedNoOrder) {
  apart(1, 0, false);
  kernel(2).contents = {{0, false}};
  EXPECT_EQ(unordered(), Files());
}

TEST_F(FileOrders, AReadAndATruncationDo) {
  apart(1, 0, false);
  kernel(2).contents = {{0, true}};
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, ALockOrdersThem) {
  apart(1, 0, true);
  mutex(1);
  mutex(2);
  kernel(2).contents = {{0, false}};
  EXPECT_EQ(unordered(), Files());
}

TEST_F(FileOrders, ALockThatTheOtherTookBeforeDoesNot) {
  mutex(2);
  mutex(1);
  apart(1, 0, true);
  kernel(2).contents = {{0, false}};
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, AnUnknownStepConcernsEveryFile) {
  apart(1, 0, true);
  apart(1, 1, false, 4);
  kernel(2).any_contents = true;
  EXPECT_EQ(unordered(), (Files{0, 1}));
}

TEST_F(FileOrders, OthersFilesAreNotConcerned) {
  apart(1, 0, true);
  kernel(2).contents = {{1, true}};
  EXPECT_EQ(unordered(), Files());
}

TEST_F(FileOrders, ANumberThatIsClosedMustBeUsedBefore) {
  apart(1, 0, true);
  kernel(2).changed = 3;
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, ANumberMustBeOpenedWhenTheCallIsMade) {
  kernel(2).changed = 3;
  apart(2, 0, true, 4);
  apart(1, 0, true, 3);  // after the opening, but only by its own effect
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, ANumberThatWasPassedOnMayBeUsed) {
  kernel(2).changed = 3;
  mutex(2);
  mutex(1);
  apart(1, 0, true, 3);
  EXPECT_EQ(unordered(), Files());
}

TEST_F(FileOrders, AControlOfTheSameDescriptorIsNotOrdered) {
  apart(1, 0, true);
  kernel(2).opened = 103;
  EXPECT_EQ(unordered(), Files{0});
}

TEST_F(FileOrders, StepsOfTheKernelOrderWhatComesBefore) {
  apart(1, 0, true);
  kernel(1);
  kernel(2).contents = {{0, true}};
  EXPECT_EQ(unordered(), Files());
}

}  // namespace
}  // namespace sleave
