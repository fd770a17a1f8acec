// Everything in synth that is a function of text.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/synth/arguments.h"
#include "engine/synth/ast.h"
#include "engine/synth/batch.h"
#include "engine/synth/handle.h"
#include "engine/synth/operations.h"
#include "engine/synth/trial.h"
#include "engine/synth/types.h"
#include "engine/synth/write_client.h"

namespace sleave::synth {
namespace {

TEST(Types, AreTakenApart) {
  const Type type = type_of("const std::pair<int, int> &");
  EXPECT_EQ(type.base, "std::pair<int, int>");
  EXPECT_TRUE(type.is_const);
  EXPECT_TRUE(type.is_reference);
  EXPECT_EQ(type_of("int *const").pointers, 1);
  EXPECT_TRUE(type_of("int &&").is_moved);
  EXPECT_TRUE(type_of("Args &&...").is_pack);
  EXPECT_EQ(type_of("Args &&...").base, "Args");
}

TEST(Types, HaveArguments) {
  EXPECT_EQ(template_arguments("std::map<int, std::pair<int, char>>"),
            (std::vector<std::string>{"int", "std::pair<int, char>"}));
  EXPECT_EQ(template_arguments("std::function<void (int, int)>"), std::vector<std::string>{"void (int, int)"});
  EXPECT_TRUE(template_arguments("int").empty());
}

TEST(Types, NamesAreReplacedAsWholeWords) {
  const std::map<std::string, std::string> names = {{"T", "int"}, {"value_type", "T"}};
  EXPECT_EQ(replace_names("const value_type &", names), "const int &");
  EXPECT_EQ(replace_names("Task<T>", names), "Task<int>");
  EXPECT_EQ(replace_names("other::T", names), "other::T");
  EXPECT_EQ(replace_names("A", {{"A", "B"}, {"B", "A"}}).size(), 1U);  // ends
}

TEST(Ast, NameOfAClass) {
  EXPECT_EQ(class_name("ns::Queue<int>"), "Queue");
  EXPECT_EQ(class_name("const Queue<int> &"), "Queue");
  EXPECT_EQ(class_name("Queue"), "Queue");
}

constexpr const char* kDump = R"json({
  "kind": "ClassTemplateDecl",
  "name": "Queue",
  "inner": [
    {"kind": "CXXRecordDecl", "name": "Queue", "tagUsed": "class", "inner": [
      {"kind": "CXXMethodDecl", "name": "hidden", "type": {"qualType": "void ()"}},
      {"kind": "AccessSpecDecl", "access": "public"},
      {"kind": "CXXConstructorDecl", "name": "Queue<T>", "type": {"qualType": "void (std::size_t)"}, "inner": [
        {"kind": "ParmVarDecl", "name": "capacity", "type": {"qualType": "std::size_t"}, "init": "c"}]}]},
    {"kind": "ClassTemplateSpecializationDecl", "name": "Queue", "tagUsed": "class", "completeDefinition": true,
     "inner": [
      {"kind": "TemplateArgument", "type": {"qualType": "int"}},
      {"kind": "CXXMethodDecl", "name": "hidden", "type": {"qualType": "void ()"}},
      {"kind": "AccessSpecDecl", "access": "public"},
      {"kind": "TypeAliasDecl", "name": "value_type", "type": {"qualType": "int"}},
      {"kind": "CXXConstructorDecl", "name": "Queue", "type": {"qualType": "void (std::size_t)"}, "inner": [
        {"kind": "ParmVarDecl", "name": "capacity",
         "type": {"qualType": "std::size_t", "desugaredQualType": "unsigned long"}}]},
      {"kind": "CXXConstructorDecl", "name": "Queue", "type": {"qualType": "void (const Queue<int> &)"}, "inner": [
        {"kind": "ParmVarDecl", "type": {"qualType": "const Queue<int> &"}}]},
      {"kind": "CXXMethodDecl", "name": "push", "type": {"qualType": "bool (const value_type &)"}, "inner": [
        {"kind": "ParmVarDecl", "name": "item", "type": {"qualType": "const value_type &"}},
        {"kind": "CompoundStmt", "inner": [{"kind": "CXXMethodDecl", "name": "no_method"}]}]},
      {"kind": "CXXMethodDecl", "name": "gone", "explicitlyDeleted": true, "type": {"qualType": "void ()"}},
      {"kind": "FunctionTemplateDecl", "name": "take", "inner": [
        {"kind": "TemplateTypeParmDecl", "name": "U"},
        {"kind": "CXXMethodDecl", "name": "take", "type": {"qualType": "bool (U &)"}, "inner": [
          {"kind": "ParmVarDecl", "name": "out", "type": {"qualType": "U &"}}]}]},
      {"kind": "CXXMethodDecl", "name": "size", "type": {"qualType": "std::size_t () const noexcept"}},
      {"kind": "AccessSpecDecl", "access": "private"},
      {"kind": "CXXMethodDecl", "name": "inside", "type": {"qualType": "void ()"}}]}
  ]
}
)json";

TEST(Ast, ReadsAClass) {
  const std::optional<ClassDescription> read = read_class(kDump, "Queue");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->arguments, std::vector<std::string>{"int"});
  EXPECT_EQ(read->aliases.at("value_type"), "int");
  ASSERT_EQ(read->constructors.size(), 1U);
  EXPECT_TRUE(read->constructors[0].parameters[0].has_default);
  ASSERT_EQ(read->methods.size(), 3U);
  EXPECT_EQ(read->methods[0].name, "push");
  EXPECT_EQ(read->methods[0].result, "bool");
  EXPECT_EQ(read->methods[1].template_parameters, std::vector<std::string>{"U"});
  EXPECT_TRUE(read->methods[2].is_const);
  EXPECT_FALSE(read_class(kDump, "Stack"));
  EXPECT_FALSE(read_class("{ damaged", "Queue"));
}

std::vector<std::string> code_of(const ClassDescription& description, const std::string& header = "") {
  const ArgumentRules rules(description);
  std::vector<std::string> code;
  for (const OperationLine& line : operations_of(description, rules, header).lines) code.push_back(line.codes[0]);
  return code;
}

TEST(Operations, OfAQueue) {
  const std::optional<ClassDescription> read = read_class(kDump, "Queue");
  ASSERT_TRUE(read);
  EXPECT_EQ(
      code_of(*read),
      (std::vector<std::string>{
          R"code(op("push", [](T& object, int item) { return object.push(item); }, fresh()).inserts();)code",
          R"code(op("take", [](T& object) { int out{}; const bool result = object.take(out); return result ? std::optional(out) : std::nullopt; }).removes();)code",
          R"code(op("size", [](T& object) { return object.size(); }).weak();)code",
          R"code(finally("drain", [](T& object) { int out{}; std::vector<int> all; for (int i = 0; i < 32 && object.take(out); ++i) all.push_back(out); return all; }).removes();)code"}));
  EXPECT_EQ(make_lines(*read, ArgumentRules(*read)),
            std::vector<std::string>{"make([](int capacity) { return std::make_unique<T>(static_cast<unsigned "
                                     "long>(capacity)); }, among(1, 2));"});
}

ClassDescription a_class(std::vector<Method> methods) {
  ClassDescription description;
  description.name = "Thing";
  description.methods = std::move(methods);
  return description;
}

Method method(std::string name, std::string result, std::vector<Parameter> parameters = {}) {
  Method made;
  made.name = std::move(name);
  made.result = std::move(result);
  made.parameters = std::move(parameters);
  return made;
}

// Elements that are looked up must be the same in different calls; what a key maps to need not.
TEST(Operations, KeysMeet) {
  const ClassDescription map = a_class({method("put", "void", {{"key", "int"}, {"value", "int"}}),
                                        method("get", "std::optional<int>", {{"key", "int"}})});
  EXPECT_EQ(
      code_of(map)[0],
      R"code(op("put", [](T& object, int key, int value) { object.put(key, value); }, among(1, 2), fresh());)code");
  const ClassDescription set =
      a_class({method("insert", "bool", {{"value", "int"}}), method("contains", "bool", {{"value", "int"}})});
  EXPECT_EQ(code_of(set)[0],
            R"code(op("insert", [](T& object, int value) { return object.insert(value); }, among(1, 2));)code");
}

// Values are solved for, so numbers keep their type, and enumerations have all of theirs.
TEST(Operations, WideNumbersAndEnumerations) {
  ClassDescription thing =
      a_class({method("log", "void", {{"level", "T::Level"}}), method("seek", "void", {{"offset", "std::uint64_t"}}),
               method("skip", "void", {{"count", "unsigned int"}})});
  thing.enumerations = {"Level"};
  EXPECT_EQ(
      code_of(thing),
      (std::vector<std::string>{
          R"code(op("log", [](T& object, T::Level level) { object.log(level); }, enumerators<T::Level>());)code",
          R"code(op("seek", [](T& object, std::uint64_t offset) { object.seek(offset); }, among<std::uint64_t>(0, 1, 2));)code",
          R"code(op("skip", [](T& object, int count) { object.skip(static_cast<unsigned int>(count)); }, among(1, 2));)code"}));
}

TEST(Operations, OfALock) {
  const ClassDescription lock = a_class({method("lock", "void"), method("unlock", "void"), method("try_lock", "bool")});
  EXPECT_EQ(
      code_of(lock),
      (std::vector<std::string>{
          R"code(op("lock and unlock", [](T& object) { object.lock(); ++guarded; object.unlock(); });)code",
          R"code(op("try_lock and unlock", [](T& object) { if (!object.try_lock()) return false; ++guarded; object.unlock(); return true; }).ignored();)code"}));
}

TEST(Operations, LeftOut) {
  Method clear = method("clear", "void");
  clear.comment = " not thread-safe.";
  const ClassDescription thing =
      a_class({clear, method("swap", "void", {{"other", "Thing &"}}), method("append", "void", {{"other", "Thing &&"}}),
               method("run", "void"), method("each", "void", {{"list", "int **"}})});
  const ArgumentRules rules(thing);
  const Operations operations = operations_of(thing, rules, "");
  ASSERT_EQ(operations.lines.size(), 1U);
  ASSERT_EQ(operations.left_out.size(), 4U);
  EXPECT_EQ(operations.left_out[0].reason, "not thread-safe, says its comment");
  EXPECT_EQ(operations.left_out[1].reason, "exclusive use");
  EXPECT_EQ(operations.left_out[2].reason, "takes another object");
  EXPECT_EQ(operations.left_out[3].reason, "not understood");
}

TEST(Operations, OneConsumer) {
  const ClassDescription queue =
      a_class({method("push", "void", {{"item", "int"}}), method("pop", "std::optional<int>")});
  const std::vector<std::string> code =
      code_of(queue, "Thing\n// A queue with a single consumer.\nclass Thing {\n};\n");
  EXPECT_TRUE(code[0].ends_with("fresh()).inserts();"));
  EXPECT_TRUE(code[1].ends_with(".group(\"consumer\");"));
  // A name in the code says nothing of this class.
  EXPECT_TRUE(
      code_of(queue, "Thing\ntemplate <bool spsc> class Other;\nclass Thing {\n};\n")[1].ends_with("}).removes();"));
}

std::string line_of(const Operations& operations, const std::string& name) {
  for (const OperationLine& line : operations.lines) {
    if (line.name == name) return line.codes[0];
  }
  return "";
}

ClassDescription a_pool(const std::string& result_of_release, const std::string& comment_of_push) {
  ClassDescription pool = a_class({method("acquire", "std::optional<unsigned int>"),
                                   method("release", result_of_release, {{"index", "unsigned int"}}),
                                   method("pop", "int"), method("push", "void", {{"i", "int"}})});
  pool.methods[3].comment = comment_of_push;
  return pool;
}

TEST(Operations, HandlesAreReturnedByOthers) {
  const ClassDescription pool = a_pool("void", " of a number that the caller popped.");
  const Operations operations = operations_of(pool, ArgumentRules(pool), "");
  EXPECT_EQ(line_of(operations, "release"),
            "op(\"release\", [](T& object, unsigned int index) { object.release(index); }, returned_by<unsigned "
            "int>(\"acquire\"));");
  EXPECT_NE(line_of(operations, "push").find("returned_by<int>(\"pop\")"), std::string::npos);
}

// A result can report a wrong one, and without a comment push() takes anything.
TEST(Operations, MostArgumentsAreNoHandles) {
  const ClassDescription pool = a_pool("bool", "");
  const Operations operations = operations_of(pool, ArgumentRules(pool), "");
  for (const OperationLine& line : operations.lines) EXPECT_EQ(line.codes[0].find("returned_by"), std::string::npos);
}

// A size is a hint; one that may be negative, an estimate. Several elements at once are several steps.
TEST(Operations, HowResultsCount) {
  Method size = method("size", "int");
  size.is_const = true;
  EXPECT_TRUE(code_of(a_class({size}))[0].ends_with(".weak();"));
  size.comment = " may be negative.";
  EXPECT_TRUE(code_of(a_class({size}))[0].ends_with(".ignored();"));
  const Method bulk = method("push_bulk", "void", {{"item", "int"}, {"count", "int"}});
  EXPECT_TRUE(code_of(a_class({bulk}))[0].ends_with(".not_atomic();"));
}

TEST(Operations, OfTwoObjects) {
  const ClassDescription text =
      a_class({method("append", "void", {{"other", "Thing &"}}), method("take", "void", {{"other", "Thing &&"}})});
  const Operations operations = operations_of(text, ArgumentRules(text), "");
  EXPECT_EQ(line_of(operations, "append"),
            "op(\"append\", [](T& object, T& other) { object.append(other); }, another()).not_atomic();");
  EXPECT_EQ(line_of(operations, "take"), "");
}

TEST(Operations, FunctionsVisitAndChange) {
  Method update = method("update", "void", {{"func", "Func &&"}});
  update.template_parameters = {"Func"};
  EXPECT_EQ(
      code_of(a_class({update}))[0],
      R"code(op("update", [](T& object) { std::vector<std::string> seen; object.update([&](auto&&... items) { (sleave::client::visit(items, seen), ...); return true; }); return seen; });)code");
}

TEST(Trial, NamesRejectedLines) {
  const std::string messages =
      "client.cc:4:1: warning: unused\n"
      "queue.h:20:3: error: no member\n"
      "client.cc:12:7: note: in instantiation requested here\n"
      "client.cc:15:2: error: no such function\n"
      "/tmp/client.cc:17: undefined reference to `f()'\n"
      "/tmp/other.cc:18: undefined reference to `f()'\n";
  EXPECT_EQ(rejected_lines(messages, "client.cc"), (std::set<std::size_t>{12, 15, 17}));
}

TEST(WriteClient, Names) {
  EXPECT_EQ(client_name("BoundedQueue"), "bounded_queue");
  EXPECT_EQ(client_name("concurrent_queue"), "concurrent_queue");
}

TEST(WriteClient, LeavesOutWhatDoesNotCompile) {
  ClientFile file{"queue.h", "Queue<int>", "queue", {}, {}, "", "", {}, ""};
  file.operations.lines = {{"push", {"op(\"push\");", "op(\"push 2\");"}}, {"bad", {}}};
  const std::string text = client_text(file);
  EXPECT_NE(text.find("  op(\"push\");\n"), std::string::npos);
  EXPECT_EQ(text.find("  op(\"push 2\");\n"), std::string::npos);
  EXPECT_NE(client_text(file, true).find("  op(\"push 2\");\n"), std::string::npos);
  EXPECT_NE(text.find("// left out: bad (does not compile)"), std::string::npos);
}

Method function(std::string name, std::string result, std::vector<Parameter> parameters) {
  Method made = method(name, std::move(result), std::move(parameters));
  made.function = std::move(name);
  return made;
}

TEST(Handles, NamesGivePrefixes) {
  EXPECT_EQ(handle_of("GAsyncQueue").prefix, "g_async_queue");
  EXPECT_EQ(handle_of("ck_ring_t").prefix, "ck_ring");
  EXPECT_EQ(handle_of("struct cds_wfq_queue:cds_wfq").prefix, "cds_wfq");
  EXPECT_EQ(handle_of("struct cds_wfq_queue:cds_wfq").type, "struct cds_wfq_queue");
}

TEST(Handles, AreMadeUsedAndEnded) {
  const std::vector<Method> functions = {
      function("pool_new", "pool_t *", {{"size", "unsigned int"}}), function("pool_free", "void", {{"p", "pool_t *"}}),
      function("pool_take", "void *", {{"p", "pool_t *"}}),
      function("pool_give", "void", {{"p", "pool_t *"}, {"item", "void *"}}), function("other", "void", {})};
  const std::optional<Library> library = library_of(functions, handle_of("pool_t"));
  ASSERT_TRUE(library);
  EXPECT_NE(library->text.find("explicit Handle(unsigned int given_1) : handle(pool_new(given_1)) {}"),
            std::string::npos);
  EXPECT_NE(library->text.find("~Handle() { pool_free(handle); }"), std::string::npos);
  const ArgumentRules rules(library->description, library->given);
  const Operations operations = operations_of(library->description, rules, "");
  ASSERT_EQ(operations.lines.size(), 2U);
  EXPECT_EQ(operations.lines[0].codes[0], R"(op("take", [](T& object) { return seen(pool_take(object.handle)); });)");
  EXPECT_NE(operations.lines[1].codes[0].find("pool_give(object.handle, reinterpret_cast<void*>"), std::string::npos);
  EXPECT_FALSE(library_of({function("pool_take", "int", {{"p", "pool_t *"}})}, handle_of("pool_t")));
}

TEST(Handles, NodesAreNewInEachCall) {
  const std::vector<Method> functions = {
      function("list_init", "void", {{"l", "list *"}}), function("list_node_init", "void", {{"node", "list_node *"}}),
      function("list_add", "void", {{"l", "list *"}, {"node", "list_node *"}, {"arena", "arena *"}})};
  const std::optional<Library> library = library_of(functions, handle_of("struct list"));
  ASSERT_TRUE(library);
  EXPECT_NE(library->text.find("arena arena[64]{};"), std::string::npos);
  EXPECT_NE(library->text.find("list_node_init(&made->node);"), std::string::npos);
  const ArgumentRules rules(library->description, library->given);
  EXPECT_NE(operations_of(library->description, rules, "")
                .lines[0]
                .codes[0]
                .find("list_add(&object.handle, node_of(node), object.arena)"),
            std::string::npos);
}

TEST(Operations, TokensBelongToTheObject) {
  const ClassDescription queue =
      a_class({method("put", "void", {{"token", "const ProducerToken &"}, {"item", "int"}})});
  EXPECT_EQ(
      code_of(queue)[0],
      R"code(op("put", [](T& object, int item) { object.put(ProducerToken(object), item); }, fresh()).inserts();)code");
}

TEST(Operations, IteratorsAreComparedWithTheEnd) {
  const ClassDescription set = a_class({method("find", "iterator", {{"key", "int"}})});
  EXPECT_EQ(code_of(set)[0],
            R"code(op("find", [](T& object, int key) { return object.find(key) != object.end(); }, among(1, 2));)code");
}

TEST(Batch, ReadsAList) {
  const Result<std::vector<BatchEntry>> entries = read_batch(
      "# queues\n\nq.h --class='Queue<int, 2>' -- -I include  # small\nq.h --class=Queue\nr.h --handle=ck_ring_t\n");
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 3U);
  EXPECT_EQ((*entries)[0].words, (std::vector<std::string>{"q.h", "--class=Queue<int, 2>", "--", "-I", "include"}));
  EXPECT_EQ((*entries)[0].name, "queue");
  EXPECT_EQ((*entries)[1].name, "queue_2");
  EXPECT_EQ((*entries)[2].name, "ck_ring");
  EXPECT_FALSE(read_batch("q.h --class='Queue"));
}

TEST(Batch, ShowsResults) {
  const BatchEntry entry{"queue", {"q.h", "--class=Queue<int>"}};
  const BatchResult found =
      batch_result(entry,
                   R"({"findings": [{"kind": "not_linearizable"}], "clients": {"operations": ["push"], "left_out":
          [{"operation": "swap", "reason": "exclusive use"}, {"operation": "each", "reason": "not understood"}]}})",
                   "printed");
  EXPECT_EQ(found.outcome, "not linearizable");
  EXPECT_EQ(found.not_callable, std::vector<std::string>{"each"});
  const BatchResult failed = batch_result(entry, "", "sleave: no class\nmore");
  EXPECT_EQ(failed.outcome, "sleave: no class");
  EXPECT_EQ(batch_result(entry, R"({"findings": [], "clients": {"complete": "4 calls", "whole": true}})", "").outcome,
            "complete for 4 calls");
  EXPECT_NE(batch_table({found}).find("| `Queue<int>` | 1 | each |"), std::string::npos);
  EXPECT_NE(batch_page({found}).find("Queue&lt;int&gt;"), std::string::npos);
}

}  // namespace
}  // namespace sleave::synth
