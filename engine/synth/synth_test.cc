// Everything in synth that is a function of text.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/synth/arguments.h"
#include "engine/synth/ast.h"
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
  for (const OperationLine& line : operations_of(description, rules, header).lines) code.push_back(line.code);
  return code;
}

TEST(Operations, OfAQueue) {
  const std::optional<ClassDescription> read = read_class(kDump, "Queue");
  ASSERT_TRUE(read);
  EXPECT_EQ(
      code_of(*read),
      (std::vector<std::string>{
          R"code(op("push", [](T& object, int item) { return object.push(item); }, fresh());)code",
          R"code(op("take", [](T& object) { int out{}; auto result = object.take(out); return std::pair(std::move(result), out); });)code",
          R"code(op("size", [](T& object) { return object.size(); }).weak();)code",
          R"code(finally("drain", [](T& object) { int out{}; std::vector<int> all; for (int i = 0; i < 32 && object.take(out); ++i) all.push_back(out); return all; });)code"}));
  EXPECT_EQ(
      make_line(*read, ArgumentRules(*read)),
      "make([](int capacity) { return std::make_unique<T>(static_cast<unsigned long>(capacity)); }, among(1, 2));");
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

TEST(Operations, OfALock) {
  const ClassDescription lock = a_class({method("lock", "void"), method("unlock", "void"), method("try_lock", "bool")});
  EXPECT_EQ(
      code_of(lock),
      (std::vector<std::string>{
          R"code(op("lock and unlock", [](T& object) { object.lock(); ++guarded; object.unlock(); });)code",
          R"code(op("try_lock and unlock", [](T& object) { if (!object.try_lock()) return false; ++guarded; object.unlock(); return true; }).weak();)code"}));
}

TEST(Operations, LeftOut) {
  const std::string header = "class Thing {\n  // Not thread-safe.\n  void clear();\n  void run();\n};\n";
  Method clear = method("clear", "void");
  clear.offset = header.find("clear");
  const ClassDescription thing = a_class({clear, method("swap", "void", {{"other", "Thing &"}}), method("run", "void"),
                                          method("each", "void", {{"list", "int **"}})});
  const ArgumentRules rules(thing);
  const Operations operations = operations_of(thing, rules, header);
  ASSERT_EQ(operations.lines.size(), 1U);
  ASSERT_EQ(operations.left_out.size(), 3U);
  EXPECT_EQ(operations.left_out[0].reason, "not thread-safe, says its comment");
  EXPECT_EQ(operations.left_out[1].reason, "exclusive use");
  EXPECT_EQ(operations.left_out[2].reason, "not understood");
}

TEST(Operations, OneConsumer) {
  const ClassDescription queue =
      a_class({method("push", "void", {{"item", "int"}}), method("pop", "std::optional<int>")});
  const std::vector<std::string> code = code_of(queue, "// A queue with a single consumer.\nclass Thing {\n};\n");
  EXPECT_TRUE(code[0].ends_with("fresh());"));
  EXPECT_TRUE(code[1].ends_with(".group(\"consumer\");"));
}

TEST(Trial, NamesRejectedLines) {
  const std::string messages =
      "client.cc:4:1: warning: unused\n"
      "queue.h:20:3: error: no member\n"
      "client.cc:12:7: note: in instantiation requested here\n"
      "client.cc:15:2: error: no such function\n";
  EXPECT_EQ(rejected_lines(messages, "client.cc"), (std::set<std::size_t>{12, 15}));
}

TEST(WriteClient, Names) {
  EXPECT_EQ(client_name("BoundedQueue"), "bounded_queue");
  EXPECT_EQ(client_name("concurrent_queue"), "concurrent_queue");
}

TEST(WriteClient, LeavesOutWhatDoesNotCompile) {
  ClientFile file{"queue.h", "Queue<int>", "queue", "", {}};
  file.operations.lines = {{"push", "op(\"push\");", false}, {"bad", "op(\"bad\");", true}};
  const std::string text = client_text(file);
  EXPECT_NE(text.find("  op(\"push\");\n"), std::string::npos);
  EXPECT_EQ(text.find("  op(\"bad\");\n"), std::string::npos);
  EXPECT_NE(text.find("// left out: bad (does not compile)"), std::string::npos);
}

}  // namespace
}  // namespace sleave::synth
