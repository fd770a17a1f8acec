#include "engine/summaries/summary_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/summaries/input_names.h"

namespace sleave::summaries {
namespace {

// As the runtime computes it (abi/trace.h): FNV-1a over the text with its zero byte, the spawn path and the ordinal.
std::uint64_t name_of(const char* text, const std::vector<std::uint32_t>& numbers) {
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](const void* data, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 0x100000001b3;
  };
  add(text, std::strlen(text) + 1);
  for (const std::uint32_t number : numbers) add(&number, sizeof number);
  return hash;
}

TEST(InputNames, OfAnotherThread) {
  for (const char* text : {"key", "list->next->next->value of a long name that no trace keeps", ""}) {
    for (std::uint32_t child = 0; child < 4; ++child) {
      for (const std::uint32_t ordinal : {0u, 1u, 77'777u}) {
        EXPECT_EQ(name_in_thread(name_of(text, {child, ordinal}), child, ordinal, child + 1),
                  name_of(text, {child + 1, ordinal}));
      }
    }
  }
}

std::unique_ptr<Solving> solving() {
  Result<std::unique_ptr<Solving>> made = Solving::start({});
  EXPECT_TRUE(made);
  return made ? std::move(*made) : nullptr;
}

OperationSummaries sample(Solving& solving) {
  Trace trace;
  for (const std::uint64_t name : {11u, 22u}) {
    sleave_trace_input asked{};
    asked.name = name;
    asked.bytes = 2;
    asked.first = static_cast<std::uint32_t>(trace.input_bytes.size());
    std::strcpy(asked.text, "list");
    trace.inputs.push_back(asked);
    trace.input_bytes.resize(trace.input_bytes.size() + 2);
  }
  const std::vector<std::uint32_t> numbers = solving.variables().learn(trace);
  expr::Pool& pool = solving.pool();
  const expr::Expr a = pool.input(numbers[1]);
  const expr::Expr b = pool.input(numbers[2]);
  const expr::Expr sum = pool.binary(expr::Op::add, pool.concat(a, b), pool.constant(16, 0xabcd));
  Summary path;
  path.condition = {pool.binary(expr::Op::ult, a, b),
                    pool.negation(pool.binary(expr::Op::equal, sum, pool.constant(16, 3)))};
  path.values = {1, 2, 3, 4};
  path.inputs = {{.name = 11, .bytes = 2}, {.name = 22, .bytes = 2, .of_thread = true, .ordinal = 1}};
  Step step{.kind = StepKind::write, .plain = true, .site = 0x123456789abcdef0, .address = 0x200000000040, .bytes = 8};
  step.word = pool.zero_extend(sum, 64);
  path.steps = {
      step,
      {.kind = StepKind::acquire, .shared = true, .point = true, .address = 0x77, .word = pool.constant(64, 0x77)}};
  path.prepared = 2;
  path.main_points = 9;
  path.prepared_accesses = {{5, 6}};
  path.result = "exited";
  OperationSummaries made;
  made.operation = "insert";
  made.build_id = "00ff";
  made.paths = {path};
  made.complete = true;
  made.runs = 12;
  made.queries = 3;
  return made;
}

TEST(SummaryFile, GivesBackWhatWasWritten) {
  const auto written_by = solving();
  const OperationSummaries before = sample(*written_by);
  const std::string text = to_json(before, *written_by);
  const auto read_by = solving();
  const Result<OperationSummaries> after = summaries_from_json(text, "00ff", *read_by);
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(to_json(*after, *read_by), text);
  ASSERT_EQ(after->paths.size(), 1u);
  const Summary& path = after->paths[0];
  EXPECT_EQ(path.inputs, before.paths[0].inputs);
  // The same expressions: equal for equal inputs.
  for (const std::vector<std::uint8_t>& values :
       {std::vector<std::uint8_t>{1, 2, 3, 4}, {9, 9, 0, 255}, {0, 0, 0, 0}}) {
    expr::Evaluation one(written_by->pool());
    expr::Evaluation two(read_by->pool());
    one.set_input(values);
    two.set_input(values);
    for (std::size_t i = 0; i < path.condition.size(); ++i)
      EXPECT_EQ(one.value(before.paths[0].condition[i]), two.value(path.condition[i]));
    EXPECT_EQ(one.value(before.paths[0].steps[0].word), two.value(path.steps[0].word));
  }
}

TEST(SummaryFile, RefusesOtherBuildsAndDamage) {
  const auto by = solving();
  const std::string text = to_json(sample(*by), *by);
  const Result<OperationSummaries> stale = summaries_from_json(text, "00fe", *by);
  ASSERT_FALSE(stale);
  EXPECT_NE(stale.error().message.find("another build"), std::string::npos);
  EXPECT_FALSE(summaries_from_json("", "00ff", *by));
  EXPECT_FALSE(summaries_from_json("{}", "00ff", *by));
  // Whatever is cut off or changed: an error or something else, never a crash.
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    std::string damaged = text;
    damaged[i] = damaged[i] == '7' ? '8' : '7';
    const Result<OperationSummaries> read = summaries_from_json(damaged, "00ff", *by);
    (void)read;
    EXPECT_FALSE(summaries_from_json(text.substr(0, i), "00ff", *by));
  }
}

}  // namespace
}  // namespace sleave::summaries
