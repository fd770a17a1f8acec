// Reading types from debug information, choosing arguments, and the text of harnesses.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/base/file.h"
#include "engine/harness/arguments.h"
#include "engine/harness/build.h"
#include "engine/harness/expects.h"
#include "engine/harness/pointer_roles.h"
#include "engine/harness/state_functions.h"
#include "engine/harness/write_harness.h"

namespace sleave::harness {
namespace {

namespace fs = std::filesystem;

// A file of source, read by the compiler that tests are built with.
Source read(const std::string& name, const std::string& text) {
  const fs::path folder = fs::path(testing::TempDir()) / "sleave_harness_test";
  fs::create_directories(folder);
  const std::string file = (folder / name).string();
  EXPECT_TRUE(write_output(file, text));
  const Subject subject{
      .file = file, .is_c = is_c_source(file), .clang = is_c_source(file) ? "clang-19" : "clang++-19"};
  Result<Source> source = read_subject(subject);
  EXPECT_TRUE(source) << (source ? "" : source.error().message);
  return source ? std::move(*source) : Source{};
}

const Function& function(const Source& source, const std::string& name) {
  for (const Function& each : source.functions) {
    if (each.name == name) return each;
  }
  ADD_FAILURE() << "no function " << name;
  static const Function none;
  return none;
}

std::string planned(const Source& source, const std::string& name) {
  const Planned plan = plan_call(source, function(source, name));
  return plan.call ? arguments_text(source, *plan.call) : plan.reason;
}

std::string text_of(const Source& source, const std::string& first, const std::string& second, bool is_c,
                    const std::vector<std::string>& expects = {}) {
  HarnessFile file{
      .include = "source", .command = "command", .first = *plan_call(source, function(source, first)).call};
  if (!second.empty()) file.second = plan_call(source, function(source, second)).call;
  file.make.is_c = is_c;
  file.first_expects = expects;
  const Result<std::string> text = harness_text(source, file);
  EXPECT_TRUE(text);
  return text ? *text : "";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kC = R"(
#include <stddef.h>
#include <stdio.h>
typedef struct { int x, y; } point;
enum color { RED = 1, BLUE = 4 };
struct node { struct node *next, *prev; int key; char *name; unsigned flag : 3; };
struct stack { int *start, *end, *top; size_t count; };
struct hidden;
static int unused(const struct node *list, int key) { return list->key == key; }
void fill(unsigned char *data, size_t size) { (void)data; (void)size; }
void name(const char *text, enum color color, double d, _Bool b) { (void)text; (void)color; (void)d; (void)b; }
void callback(int (*compare)(const void *, const void *)) { (void)compare; }
void raw(void *memory) { (void)memory; }
void print(const char *format, ...) { (void)format; }
void opaque(struct hidden *hidden) { (void)hidden; }
void stream(FILE *file) { (void)file; }
void cell(struct node **list) { (void)list; }
void plain(point *p, point by_value) { (void)p; (void)by_value; }
void stacked(struct stack *s) { (void)s; }
int *(*matrix(int (*rows)[3]))[2] { (void)rows; return 0; }
void both(struct node *a, struct node *b) { (void)a; (void)b; }
)";

TEST(ReadSource, KnowsStaticFunctionsThatNothingCalls) {
  const Source source = read("a.c", kC);
  EXPECT_EQ(function(source, "unused").line, 9u);
  EXPECT_EQ(planned(source, "unused"), "list: linked nodes, key: any int");
  EXPECT_FALSE(source.has_main);
}

TEST(ReadSource, SpellsTypes) {
  const Source source = read("a.c", kC);
  const Function& matrix = function(source, "matrix");
  EXPECT_EQ(source.types.declaration(matrix.parameters[0].type, "rows"), "int (*rows)[3]");
  EXPECT_EQ(source.types.declaration(matrix.result, "result"), "int *(*result)[2]");
  const Function& callback = function(source, "callback");
  EXPECT_EQ(source.types.declaration(callback.parameters[0].type, "f"), "int (*f)(const void *, const void *)");
  EXPECT_EQ(source.types.declaration(function(source, "name").parameters[0].type, "text"), "const char *text");
}

TEST(ReadSource, NumbersOfOneByteHaveNoSign) {
  const Source source = read("lines.c", "struct large { char text[200]; int after; };\n" + std::string(198, '\n') +
                                            "void late(struct large *l) { (void)l; }\n");
  EXPECT_EQ(function(source, "late").line, 200u);
  const Type& large = source.types.bare_type(source.types.target(function(source, "late").parameters[0].type));
  EXPECT_EQ(large.bytes, 204u);
  EXPECT_EQ(large.members[1].offset, 200u);
}

TEST(Arguments, FollowTypesAndNames) {
  const Source source = read("a.c", kC);
  EXPECT_EQ(planned(source, "fill"), "data: array, size: length");
  EXPECT_EQ(planned(source, "name"), "text: text, color: any enum color, d: any double, b: any _Bool");
  EXPECT_EQ(planned(source, "cell"), "list: pointer to a pointer");
  EXPECT_EQ(planned(source, "plain"), "p: structure, by_value: structure");
}

TEST(Arguments, RefusalsHaveAReason) {
  const Source source = read("a.c", kC);
  EXPECT_EQ(planned(source, "print"), "a variable number of arguments");
  EXPECT_EQ(planned(source, "opaque"), "hidden: the members of struct hidden are unknown");
}

TEST(Arguments, OfNoObviousValue) {
  const Source source = read("a.c", kC);
  EXPECT_EQ(planned(source, "callback"), "compare: callback");
  EXPECT_EQ(planned(source, "raw"), "memory: memory");
  EXPECT_EQ(planned(source, "stream"), "file: stream");
}

TEST(Arguments, AsTheUserSays) {
  const Source source =
      read("a.c", "int sum(int *values, int k) { return values[k]; }\nvoid print(char *p) { (void)p; }\n");
  const Overrides arrays{.arrays = {{"values", "k"}}};
  const Planned sum = plan_call(source, function(source, "sum"), arrays);
  ASSERT_TRUE(sum.call);
  EXPECT_EQ(arguments_text(source, *sum.call), "values: array, k: length");
}

// A library with a handle that its users make, and an inner structure.
constexpr const char* kLibrary = R"(
#include <stdlib.h>
struct inner { int count; };
struct handle { struct inner *inner; int mode; int (*read)(void *data, char *buffer, unsigned size); };
struct handle *handle_create(int mode) { struct handle *h = calloc(1, sizeof *h); h->mode = mode; return h; }
int handle_set(struct handle *h, int mode) { return h->mode = mode; }
int handle_get(const struct handle *h) { return h->mode; }
void handle_free(struct handle *h) { free(h); }
int step(struct inner *i) { return ++i->count; }
)";

TEST(States, AreMadeByTheLibrary) {
  const Source source = read("library.c", kLibrary);
  const TypeId handle = source.types.bare(source.types.target(function(source, "handle_get").parameters[0].type));
  const StateFunctions state = state_functions(source, handle);
  ASSERT_EQ(state.returning.size(), 1u);
  EXPECT_EQ(state.returning[0]->name, "handle_create");
  ASSERT_EQ(state.changing.size(), 1u) << "handle_get changes nothing, handle_free ends it";
  EXPECT_EQ(state.changing[0]->name, "handle_set");
  EXPECT_TRUE(state_functions(source, handle, {"handle_create"}).returning.empty());
  const TypeId inner = source.types.bare(source.types.target(function(source, "step").parameters[0].type));
  ASSERT_EQ(state_functions(source, inner).holders.size(), 1u);
  EXPECT_EQ(state_functions(source, inner).holders[0].member, "inner");
}

TEST(States, AreWritten) {
  const Source source = read("library.c", kLibrary);
  const std::string text = text_of(source, "step", "", true);
  EXPECT_TRUE(has(text, "object = (struct inner*)any_handle()->inner;")) << text;
  EXPECT_TRUE(has(text, "object = (struct handle*)handle_create(mode);")) << text;
  EXPECT_TRUE(has(text, "return any_handle_by_members();")) << text;
  EXPECT_TRUE(has(text, "static int callback_1(void *a0, char *a1, unsigned int a2)")) << text;
  EXPECT_TRUE(has(text, "!sleave_harness_has_two")) << text;
}

TEST(Writer, PutsManyIntoOneProgram) {
  const Source source = read("library.c", kLibrary);
  std::vector<NamedHarness> harnesses;
  for (const char* name : {"handle_set", "step"}) {
    harnesses.push_back({name, {.include = "source", .first = *plan_call(source, function(source, name)).call}});
    harnesses.back().file.make.is_c = true;
  }
  const ManyHarnesses many = harnesses_text(source, harnesses);
  EXPECT_TRUE(has(many.text, "{\"handle_set\", make_inputs_1, call_1_handle_set, NULL},")) << many.text;
  EXPECT_TRUE(has(many.text, "{\"step\", make_inputs_2, call_2_step, NULL},")) << many.text;
  ASSERT_EQ(many.parts.size(), 2u);
  std::vector<std::string> lines;
  for (std::size_t begin = 0, end = 0; (end = many.text.find('\n', begin)) != std::string::npos; begin = end + 1)
    lines.push_back(many.text.substr(begin, end - begin));
  for (const ManyHarnesses::Part& part : many.parts) {
    const std::string& name = harnesses[part.harness].name;
    const auto is_call = [&](const std::string& line) { return has(line, "_" + name + "(void) {"); };
    EXPECT_TRUE(std::any_of(lines.begin() + part.first_line - 1, lines.begin() + part.last_line, is_call)) << name;
  }
}

TEST(PointerRoles, OfBeginEndAndPlacesBetween) {
  const Source source = read("a.c", kC);
  const Function& stacked = function(source, "stacked");
  const Type& stack = source.types.bare_type(source.types.target(stacked.parameters[0].type));
  const std::vector<PointerRole> roles = pointer_roles(source.types, stack);
  ASSERT_EQ(roles.size(), 4u);
  EXPECT_EQ(roles[0].kind, PointerRole::Kind::begin);
  EXPECT_EQ(roles[1].kind, PointerRole::Kind::end);
  EXPECT_EQ(roles[2].kind, PointerRole::Kind::inside);
  EXPECT_EQ(roles[3].kind, PointerRole::Kind::none);
}

TEST(Writer, SharesTheFirstStructure) {
  const Source source = read("a.c", kC);
  const std::string text = text_of(source, "unused", "cell", true);
  EXPECT_TRUE(has(text, "SLEAVE_LIST(next), SLEAVE_BACK(prev)")) << text;
  EXPECT_TRUE(has(text, "out.first = unused(in.list, in.key)")) << text;
  EXPECT_TRUE(has(text, "cell(&in.list)")) << text;
  EXPECT_TRUE(has(text, "node->flag = sleave_range(0, 7")) << text;
  EXPECT_TRUE(has(text, "SLEAVE_HARNESS(make_inputs, call_unused, call_cell)")) << text;
}

TEST(Writer, TheSecondCallGetsEitherOfTwoStructures) {
  const Source source = read("a.c", kC);
  const std::string text = text_of(source, "both", "both", true);
  EXPECT_TRUE(has(text, "in.both_a = sleave_range(0, 1, \"both_a\") == 0 ? in.a : in.b;")) << text;
  EXPECT_TRUE(has(text, "call_both_again(void) { both(in.both_a, in.both_b); }")) << text;
}

TEST(Writer, PreconditionsAreAssumed) {
  const Source source = read("a.c", kC);
  const std::string text = text_of(source, "unused", "", true, {"list->key > key"});
  EXPECT_TRUE(has(text, "sleave_assume(in.list->key > in.key);")) << text;
  EXPECT_TRUE(has(text, "SLEAVE_HARNESS(make_inputs, call_unused, NULL)")) << text;
}

TEST(Writer, MakesObjectsOfClasses) {
  const Source source = read("b.cc",
                             "namespace ns {\n"
                             "class Counter {\n public:\n  explicit Counter(int limit) : limit_(limit) {}\n"
                             "  void add(int n) { value_ += n; }\n  int get() const { return value_; }\n"
                             "  bool same(const Counter& other) const { return value_ == other.value_; }\n"
                             " private:\n  int value_ = 0;\n  int limit_;\n};\n}\n");
  EXPECT_EQ(planned(source, "ns::Counter::same"), "object: structure, other: structure");
  const std::string text = text_of(source, "ns::Counter::add", "ns::Counter::same", false);
  EXPECT_TRUE(has(text, "new ns::Counter(sleave_range(1, 2, \"limit\"))")) << text;
  EXPECT_TRUE(has(text, "object->add(sleave_range(0, 3, \"n\"))")) << text;
  EXPECT_FALSE(has(text, "object->get()")) << text;
  EXPECT_TRUE(has(text, "in.counter->add(in.n)")) << text;
  EXPECT_TRUE(has(text, "in.same_counter = sleave_range(0, 1, \"same_counter\") == 0 ? in.counter : in.other;"))
      << text;
}

TEST(Expects, AreReadLineByLine) {
  const Result<Expects> read =
      read_expects("# all\nns::List::insert: list != NULL\nclear:\n\nns::List::insert: key > 0\n", "f");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->at("ns::List::insert"), (std::vector<std::string>{"list != NULL", "key > 0"}));
  EXPECT_TRUE(read->at("clear").empty());
  EXPECT_FALSE(read_expects("key > 0\n", "f"));
}

}  // namespace
}  // namespace sleave::harness
