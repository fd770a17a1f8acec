#include "engine/farm/explorer/wire.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <thread>

#include "engine/farm/protocol.h"

namespace sleave::farm {
namespace {

TEST(Wire, CallsAndAnswersKeepTheirBytes) {
  const std::vector<std::uint8_t> bytes = {0, 255, 10};
  const Call call{"SELECT $1, $2", {Value("text"), Value::bytes(bytes)}};
  const std::optional<Call> read = call_from(bytes_of_call(call));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->sql, call.sql);
  ASSERT_EQ(read->values.size(), 2u);
  EXPECT_FALSE(read->values[0].is_binary());
  EXPECT_TRUE(read->values[1].is_binary());
  EXPECT_EQ(read->values[1].content(), std::string("\0\xff\n", 3));

  const Answer answer{Answer::Kind::refused, "why", "SL001", {{"a", ""}, {}}};
  const std::optional<Answer> back = answer_from(bytes_of_answer(answer));
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->kind, answer.kind);
  EXPECT_EQ(back->code, answer.code);
  EXPECT_EQ(back->rows, answer.rows);
}

TEST(Wire, TakesNothingThatIsCutOffOrTooLong) {
  const std::string call = bytes_of_call({"SELECT $1", {Value("text")}});
  for (std::size_t size = 0; size < call.size(); ++size) EXPECT_FALSE(call_from(call.substr(0, size)).has_value());
  EXPECT_FALSE(call_from(call + "x").has_value());
  const std::string answer = bytes_of_answer({Answer::Kind::rows, "", "", {{"a"}}});
  for (std::size_t size = 0; size < answer.size(); ++size)
    EXPECT_FALSE(answer_from(answer.substr(0, size)).has_value());
}

TEST(Wire, EndsCarryTheirError) {
  EXPECT_TRUE(end_from(bytes_of_end(ok()))->ok());
  const std::optional<Status> end = end_from(bytes_of_end(Error{Tier::diverged, "words"}));
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->error().tier, Tier::diverged);
  EXPECT_EQ(end->error().message, "words");
  EXPECT_FALSE(end_from(bytes_of_call({"SELECT 1", {}})).has_value());
}

// The node is no way to the database for anything but its own campaign.
TEST(Wire, OnlyCallsOfTheNodeItselfAreExecuted) {
  const Value campaign(std::int64_t{7});
  EXPECT_FALSE(refusal({kFinish, {campaign}}, 7, "n").has_value());
  EXPECT_TRUE(refusal({kFinish, {Value(std::int64_t{8})}}, 7, "n").has_value());
  EXPECT_TRUE(refusal({kFinish, {}}, 7, "n").has_value());
  EXPECT_FALSE(refusal({kReproduce, {campaign, "n", "{}"}}, 7, "n").has_value());
  EXPECT_TRUE(refusal({kReproduce, {campaign, "m", "{}"}}, 7, "n").has_value());
  EXPECT_FALSE(refusal({kBeginJob, {"token", "n", campaign, "1 s"}}, 7, "n").has_value());
  EXPECT_TRUE(refusal({kBeginJob, {"token", "m", campaign, "1 s"}}, 7, "n").has_value());
  for (const char* sql : {kKeepJob, kLeaveJob, kEndJob}) {
    EXPECT_FALSE(refusal({sql, {"token", campaign}}, 7, "n").has_value());
    EXPECT_TRUE(refusal({sql, {"token", Value(std::int64_t{8})}}, 7, "n").has_value());
  }
  EXPECT_TRUE(refusal({"SELECT farm.cancel_v1($1::bigint)", {campaign}}, 7, "n").has_value());
  EXPECT_TRUE(refusal({std::string(kFinish) + "; DROP SCHEMA farm", {campaign}}, 7, "n").has_value());
  SyncRequest request;
  request.campaign = 7;
  request.node = "n";
  EXPECT_FALSE(refusal({kSync, values_of(request)}, 7, "n").has_value());
  request.campaign = 8;
  EXPECT_TRUE(refusal({kSync, values_of(request)}, 7, "n").has_value());
  request.campaign = 7;
  request.node = "m";
  EXPECT_TRUE(refusal({kSync, values_of(request)}, 7, "n").has_value());
}

TEST(Wire, AsksTheOtherSideUntilItEnds) {
  int sockets[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
  std::thread node([socket = sockets[1]] {
    const Result<std::string> bytes = receive_message(socket);
    const std::optional<Call> call = call_from(bytes.value());
    (void)send_message(socket, bytes_of_answer({Answer::Kind::rows, "", "", {{call->sql}}}));
    ::close(socket);
  });
  Wire wire(sockets[0]);
  EXPECT_EQ(wire.query("SELECT 1", {}).rows[0][0], "SELECT 1");
  node.join();
  EXPECT_EQ(wire.query("SELECT 2", {}).kind, Answer::Kind::refused);
  ::close(sockets[0]);
}

}  // namespace
}  // namespace sleave::farm
