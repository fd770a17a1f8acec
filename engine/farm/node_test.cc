#include "engine/farm/node.h"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace sleave::farm {
namespace {

using Values = std::vector<Value>;

// Places of sync_v1's arguments and answer.
constexpr std::size_t kSeq = 4;
constexpr std::size_t kFree = 11;
constexpr std::size_t kRepeated = 23;
constexpr std::size_t kHeld = 25;
constexpr std::size_t kRepeat = 26;

// Has what it is given, and repeats items as soon as it has them.
class Work final : public SharedWork {
 public:
  Status begin_epoch(const std::string&, const Threads&) override { return ok(); }
  bool learn_threads(const Threads&) override { return true; }
  std::uint64_t add_piece(const std::vector<std::uint8_t>&) override { return ++pieces_; }
  void repeat(std::uint64_t id, std::vector<std::uint8_t>) override {
    const std::lock_guard lock(mutex_);
    if (repeats_items) repeated_.push_back({id, 5});
  }
  [[nodiscard]] std::vector<SavedWork> items_of(const std::vector<std::uint8_t>& bytes) const override {
    std::vector<SavedWork> items;
    for (const std::uint8_t byte : bytes) items.push_back({0, {byte}, 1, 0.5});
    return items;
  }
  SearchCut cut(std::size_t) override {
    const std::lock_guard lock(mutex_);
    SearchCut cut;
    cut.threads = {{SLEAVE_NO_THREAD, 0}};
    std::swap(cut.repeated, repeated_);
    return cut;
  }
  [[nodiscard]] std::size_t open_here() const override { return 0; }
  [[nodiscard]] bool has_news() const override { return false; }
  [[nodiscard]] std::vector<std::uint8_t> first_piece() const override { return {}; }

  bool repeats_items = false;

 private:
  std::mutex mutex_;
  std::uint64_t pieces_ = 0;
  std::vector<RepeatedItem> repeated_;
};

Answer sync_row(std::vector<std::string> row) { return {Answer::Kind::rows, "", "", {std::move(row)}}; }

// As sync_v1: status, rows that were claimed with their attempts, samples.
Answer answered(const std::string& status, const std::string& ids, const std::string& attempts,
                const std::string& payloads, const std::string& samples, const std::string& items) {
  return sync_row(
      {status, "open", "1", "{}", "{-1,0}", "", ids, attempts, payloads, "0", "2", "0", "f", "f", samples, items, "f"});
}

// Answers in order; then as a campaign that is over.
class Script {
 public:
  explicit Script(std::deque<Answer> answers) : answers_(std::move(answers)) {}

  Answer query(const std::string& sql, const Values& values) {
    const std::lock_guard lock(mutex_);
    if (sql != kSync) return sync_row({"t"});
    calls_.push_back(values);
    Answer answer = answers_.empty() ? answered("ok", "", "", "", "", "") : answers_.front();
    if (answers_.empty()) answer.rows[0][1] = "complete";
    if (!answers_.empty()) answers_.pop_front();
    return answer;
  }
  std::vector<Values> calls() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  std::mutex mutex_;
  std::deque<Answer> answers_;
  std::vector<Values> calls_;
};

// The calls of a node to which the database answers like this.
std::vector<Values> calls_of(std::deque<Answer> answers, Work& work) {
  Script script(std::move(answers));
  NodeOptions options;
  options.query = [&](const std::string& sql, const Values& values) { return script.query(sql, values); };
  options.name = "n";
  options.campaign = 1;
  options.sync = std::chrono::milliseconds(20);
  Node node(options, [](const std::string&) {});
  EXPECT_TRUE(node.attach(work));
  while (!node.is_over()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  node.detach();
  EXPECT_FALSE(node.error());
  return script.calls();
}

// One with which nodes were lost comes alone, and is given back as single items at once.
TEST(Node, KeepsSamplesThatComeWithASuspectedRow) {
  Work work;
  const Answer suspected = answered("ok", "{9}", "{3}", R"({"\\x0102"})", "{7}", R"({"\\x0100000008"})");
  const std::vector<Values> calls = calls_of({answered("epoch", "", "", "", "", ""), suspected,
                                              answered("ok", "", "", "", "", ""), answered("ok", "", "", "", "", "")},
                                             work);
  ASSERT_GE(calls.size(), 4u);
  EXPECT_EQ(calls[2][kFree].content(), "{t,t}") << "single items, for all";
  EXPECT_EQ(calls[2][kHeld].content(), "{7}") << "or a lost answer of this call would give it again";
  EXPECT_EQ(calls[3][kHeld].content(), "{7}");
  EXPECT_EQ(calls[3][kRepeat].content(), "0") << "one after the other";
}

TEST(Node, HandsARepeatedSampleInOnceAndWantsTheNext) {
  Work work;
  work.repeats_items = true;
  const std::vector<Values> calls = calls_of({answered("epoch", "", "", "", "", ""),
                                              answered("ok", "", "", "", "{7}", R"({"\\x01000000080100000009"})"),
                                              {Answer::Kind::lost, "cut", "", {}},
                                              answered("again", "", "", "", "", ""),
                                              answered("ok", "", "", "", "", "")},
                                             work);
  ASSERT_GE(calls.size(), 5u);
  EXPECT_EQ(calls[2][kRepeated].content(), "{7}");
  EXPECT_EQ(calls[2][kHeld].content(), "{}");
  EXPECT_NE(calls[2][kRepeat].content(), "0");
  EXPECT_EQ(calls[3][kSeq].content(), calls[2][kSeq].content()) << "the same call";
  EXPECT_EQ(calls[3][kRepeated].content(), "{7}");
  EXPECT_EQ(calls[4][kRepeated].content(), "{}");
}

}  // namespace
}  // namespace sleave::farm
