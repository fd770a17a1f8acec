// Structures as functions of their library make them: the part of RecordMakers for C.
#include <fmt/format.h>

#include "engine/harness/make_records.h"
#include "engine/harness/state_functions.h"

namespace sleave::harness {
namespace {

constexpr int kMostCalls = 3;

// What the names of parameters must not hide.
std::string local_name(const Function& function, std::size_t index) {
  const std::string& name = function.parameters[index].name;
  if (name.empty()) return fmt::format("argument{}", index + 1);
  const bool is_taken =
      name == "object" || name == "call" || name == "i" || name == "name" || name == "levels" || name == function.name;
  return is_taken ? name + "_" : name;
}

bool is_number(Kind kind) {
  return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating || kind == Kind::enumeration;
}

}  // namespace

// By a function that returns one, one that fills it, or member by member; then a few calls of others.
void RecordMakers::write_state(TypeId record, const std::string& function, const std::string& base) {
  const StateFunctions state = state_functions(source_, record, options_.not_called);
  const std::string type = record_name(record);
  const bool is_shape = form_of(source_.types, record) == RecordForm::shape;
  const char* parameters = is_shape ? "const char* name, int not_null" : "void";
  uses_levels_ = true;
  declarations_ += fmt::format("static {}* {}({});\n", type, function, parameters);
  std::string cases;
  std::size_t count = 0;
  for (const Holder& holder : state.holders) {
    const std::string made = expression(holder.record, holder.member, false);
    if (made.empty()) continue;
    cases += fmt::format(
        "    case {}: {{\n      if (levels < 2) {{\n        ++levels;\n        object = ({}*){}->{};\n"
        "        --levels;\n      }}\n      break;\n    }}\n",
        count++, type, made, holder.member);
  }
  for (const bool returns : {true, false}) {
    for (const Function* each : returns ? state.returning : state.filling)
      cases += fmt::format("    case {}: {{\n{}      break;\n    }}\n", count++,
                           state_call(*each, record, "      ", returns ? Purpose::returning : Purpose::filling));
  }
  if (base.empty()) --count;  // no other way
  const std::string otherwise =
      base.empty() ? "" : fmt::format("    default:\n      return {}({});\n", base, is_shape ? "name, not_null" : "");
  std::string text = fmt::format(
      "static {0}* {1}({2}) {{\n  {0}* object = NULL;\n  switch (sleave_range(0, {3}, \"{4} made by\")) {{\n{5}{6}  "
      "}}\n",
      type, function, parameters, count, name_for(record), cases, otherwise);
  text += is_shape ? "  if (object == NULL && !not_null) return object;\n" : "";
  text += "  sleave_assume(object != NULL);\n";
  std::string calls;
  std::size_t number = 0;
  for (const Function* each : state.changing)
    calls += fmt::format("      case {}: {{\n{}        break;\n      }}\n", ++number,
                         state_call(*each, record, "        ", Purpose::changing));
  if (number != 0) {
    text += fmt::format(
        "  for (int i = 0; i < {}; ++i) {{\n    const long long call = sleave_range(0, {}, \"call before\");\n"
        "    if (call == 0) break;\n    switch (call) {{\n{}    }}\n  }}\n",
        kMostCalls, number, calls);
  }
  text_ += text + "  return object;\n}\n\n";
}

// One that fills gets new memory, one that changes the object.
std::string RecordMakers::state_call(const Function& function, TypeId record, const std::string& indent,
                                     Purpose purpose) {
  const bool returns = purpose == Purpose::returning;
  called_.insert(function.name);
  std::string statements;
  std::string list = returns ? "" : "object";
  for (std::size_t i = returns ? 0 : 1; i < function.parameters.size(); ++i) {
    if (!pass(statements, list, function, i, indent)) return "";
  }
  const std::string type = record_name(record);
  if (purpose == Purpose::filling)
    statements += fmt::format("{}object = ({}*)sleave_room(sizeof *object);\n", indent, type);
  statements +=
      fmt::format("{}{}{}({});\n", indent, returns ? fmt::format("object = ({}*)", type) : "", function.name, list);
  return statements;
}

bool RecordMakers::pass(std::string& statements, std::string& list, const Function& function, std::size_t index,
                        const std::string& indent) {
  const Types& types = source_.types;
  const TypeId type = function.parameters[index].type;
  const Type& bare = types.bare_type(type);
  const std::string name = local_name(function, index);
  const std::string declared = types.declaration(types.bare(type), name);
  if (declared.empty()) return false;
  list += (list.empty() ? "" : ", ") + name;
  if (is_number(bare.kind)) {
    if (is_length_of_neighbor(types, function, index)) {
      statements += fmt::format("{}{} = sleave_range(0, {}, \"{}\");\n", indent, declared, kRoom, name);
      return true;
    }
    std::string filled;
    fill(filled, name, name, type);
    statements += fmt::format("{}{};\n{}{}", indent, declared, indent.substr(2), filled);
    return true;
  }
  const TypeId target = types.target(type);
  const Type& pointed = types.bare_type(target);
  if (pointed.kind == Kind::record && !is_stream(types, target)) {
    const std::string made = expression(types.bare(target), name, false);
    if (made.empty()) return false;
    uses_levels_ = true;
    statements +=
        fmt::format("{0}{1} = NULL;\n{0}if (levels < 2) {{\n{0}  ++levels;\n{0}  {2} = {3};\n{0}  --levels;\n{0}}}\n",
                    indent, declared, name, made);
    return true;
  }
  const std::string made = is_stream(types, target) ? fmt::format("sleave_stream(\"{}\")", name)
                           : pointed.kind == Kind::function
                               ? callback(type)
                               : pointer(name, type, has_length_next_to_it(types, function, index));
  if (made.empty()) return false;
  statements += fmt::format("{}{} = {};\n", indent, declared, made);
  return true;
}

}  // namespace sleave::harness
