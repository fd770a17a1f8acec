#include "engine/farm/protocol.h"

#include <gtest/gtest.h>

namespace sleave::farm {
namespace {

SavedWork piece(std::uint64_t id, std::uint32_t items) { return {id, {1, 2, 3}, items, 0.5}; }

TEST(HeldRows, RowsFollowTheirPieces) {
  HeldRows held;
  held.add(7, "100");
  SyncRequest first;
  SearchCut cut;
  cut.kept = {piece(7, 1), piece(8, 2)};  // 7 has changed, 8 is new
  cut.given = {piece(9, 3)};
  held.put_into(first, cut);
  EXPECT_EQ(first.removed, std::vector<std::string>{"100"});
  ASSERT_EQ(first.rows.size(), 3u);
  EXPECT_FALSE(first.rows[0].free);
  EXPECT_TRUE(first.rows[2].free);

  SyncAnswer answer;
  answer.new_ids = {"101", "102"};
  ASSERT_TRUE(held.applied(answer));
  EXPECT_EQ(held.size(), 2u) << "what was given is no more";

  SyncRequest second;
  SearchCut gone;
  gone.removed = {8, 55};  // 55 came and went between two cuts
  held.put_into(second, gone);
  EXPECT_EQ(second.removed, std::vector<std::string>{"102"});
  EXPECT_TRUE(second.rows.empty());
  EXPECT_TRUE(held.applied({}));
}

TEST(HeldRows, NoticesAnAnswerToSomethingElse) {
  HeldRows held;
  SyncRequest request;
  SearchCut cut;
  cut.kept = {piece(1, 1)};
  held.put_into(request, cut);
  EXPECT_FALSE(held.applied({}));
}

TEST(Protocol, ReadsAnAnswer) {
  Answer answer;
  answer.rows = {{"ok", "open", "3", "{}", "{-1,0,0,1}", "{5,6}", "{9}", "{2}", "{\"\\\\x0aff\"}", "4", "2", "1"}};
  const Result<SyncAnswer> read = sync_answer(answer);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->applied());
  EXPECT_EQ(read->epoch, 3);
  EXPECT_EQ(read->threads, (Threads{{SLEAVE_NO_THREAD, 0}, {0, 1}}));
  EXPECT_EQ(read->new_ids, (std::vector<std::string>{"5", "6"}));
  ASSERT_EQ(read->claimed.size(), 1u);
  EXPECT_EQ(read->claimed[0].bytes, (std::vector<std::uint8_t>{0x0a, 0xff}));
  EXPECT_EQ(read->claimed[0].attempts, 2);
  EXPECT_EQ(read->idle, 1);
}

TEST(Protocol, RefusesAnAnswerItDoesNotKnow) {
  Answer answer;
  EXPECT_FALSE(sync_answer(answer));
  answer.rows = {{"maybe", "open", "3", "{}", "{}", "", "", "", "", "4", "2", "1"}};
  EXPECT_FALSE(sync_answer(answer));
  answer.rows[0][0] = "ok";
  EXPECT_TRUE(sync_answer(answer));
  answer.rows[0][6] = "{9}";  // and no bytes of it
  EXPECT_FALSE(sync_answer(answer));
}

}  // namespace
}  // namespace sleave::farm
