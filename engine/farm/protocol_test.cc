#include "engine/farm/protocol.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
  answer.rows = {{"ok", "open", "3", "{}", "{-1,0,0,1}", "{5,6}", "{9}", "{2}", "{\"\\\\x0aff\"}", "4", "2", "1", "t",
                  "f", "", "", "f"}};
  const Result<SyncAnswer> read = sync_answer(answer);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->applied());
  EXPECT_EQ(read->epoch, 3);
  EXPECT_EQ(read->threads, (Threads{{SLEAVE_NO_THREAD, 0}, {0, 1}}));
  EXPECT_EQ(read->new_ids, (std::vector<std::string>{"5", "6"}));
  ASSERT_EQ(read->claimed.size(), 1u);
  EXPECT_EQ(read->claimed[0].bytes, (std::vector<std::uint8_t>{0x0a, 0xff}));
  EXPECT_EQ(read->claimed[0].attempts, 2);
  EXPECT_EQ(read->others.idle, 1);
  EXPECT_TRUE(read->leave);
}

TEST(Protocol, RefusesAnAnswerItDoesNotKnow) {
  Answer answer;
  EXPECT_FALSE(sync_answer(answer));
  answer.rows = {{"maybe", "open", "3", "{}", "{}", "", "", "", "", "4", "2", "1", "f", "f", "", "", "f"}};
  EXPECT_FALSE(sync_answer(answer));
  answer.rows[0][0] = "ok";
  EXPECT_TRUE(sync_answer(answer));
  answer.rows[0][6] = "{9}";  // and no bytes of it
  EXPECT_FALSE(sync_answer(answer));
}

TEST(Protocol, ReadsSamples) {
  Answer answer;
  answer.rows = {{"ok", "open", "3", "", "{-1,0}", "", "", "", "", "4", "2", "1", "f", "t", "{7,8}",
                  "{\"\\\\x0a\",\"\\\\xff\"}", "f"}};
  const Result<SyncAnswer> read = sync_answer(answer);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->to_repeat.size(), 2u);
  EXPECT_EQ(read->to_repeat[1].id, 8u);
  EXPECT_EQ(read->to_repeat[1].items, std::vector<std::uint8_t>{0xff});
  EXPECT_TRUE(read->late);
  EXPECT_FALSE(read->is_wrong);
  answer.rows[0][16] = "t";
  EXPECT_TRUE(sync_answer(answer)->is_wrong);
  answer.rows[0][15] = "";  // and no bytes of them
  EXPECT_FALSE(sync_answer(answer));
}

TEST(Protocol, HandsResultsInAsSignedNumbers) {
  SyncRequest request;
  request.repeated = {{.id = 3, .hash = 0xffffffffffffffff}, {.id = 4, .hash = std::nullopt}};
  const std::vector<Value> values = values_of(request);
  ASSERT_EQ(values.size(), 30u);
  EXPECT_EQ(values[23].content(), "{3,4}");
  EXPECT_EQ(values[24].content(), "{-1,NULL}");
}

TEST(Protocol, HandsSampledRunsInAsOneRow) {
  SyncRequest request;
  EXPECT_EQ(values_of(request)[21].content(), "{}");
  HeldRows held;
  SearchCut cut;
  cut.sampled = {{{1}, 5}, {{2}, 6}};
  held.put_into(request, cut);
  ASSERT_TRUE(request.sampled);
  const std::vector<Value> values = values_of(request);
  EXPECT_TRUE(values[20].is_binary());
  EXPECT_EQ(values[21].content(), "{2}");
}

TEST(Protocol, HandsEdgesInByModule) {
  SyncRequest request;
  EXPECT_EQ(values_of(request)[28].content(), "[]");
  EXPECT_EQ(values_of(request)[29].content(), "{}");
  request.edges.modules = {{.path = "/a", .build_id = "0f", .first = 0, .count = 10},
                           {.path = "/b", .build_id = "", .first = 10, .count = 3}};
  request.edges.edges = {12, 0, 9};
  request.edges.inputs = {{.bytes = "x", .edges = {9}}, {.bytes = "y", .edges = {0, 12}}};
  const std::vector<Value> values = values_of(request);
  EXPECT_EQ(nlohmann::json::parse(values[28].content()), nlohmann::json::parse(R"([
      {"path": "/a", "build_id": "0f", "place": 0, "edges": 10, "taken": "8040", "inputs": [[1, [9]], [2, [0]]]},
      {"path": "/b", "build_id": "", "place": 10, "edges": 3, "taken": "20", "inputs": [[2, [2]]]}])"));
  EXPECT_TRUE(values[29].is_binary());
}

}  // namespace
}  // namespace sleave::farm
