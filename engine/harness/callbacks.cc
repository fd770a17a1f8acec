#include "engine/harness/callbacks.h"

#include <fmt/format.h>

namespace sleave::harness {
namespace {

bool is_number(const Type& type) {
  return type.kind == Kind::boolean || type.kind == Kind::integer || type.kind == Kind::floating ||
         type.kind == Kind::enumeration;
}

std::string parameter_name(std::size_t index) { return fmt::format("a{}", index); }

// "int f(void *a0, size_t a1)"; empty: some type has no name.
std::string declared(const Types& types, const Type& function, const std::string& name) {
  std::string list;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string one = types.declaration(function.parameters[i], parameter_name(i));
    if (one.empty()) return "";
    list += (list.empty() ? "" : ", ") + one;
  }
  return types.declaration(function.target, fmt::format("{}({})", name, list.empty() ? "void" : list));
}

// malloc, calloc or realloc, in whatever order their sizes come; empty: it allocates nothing.
std::string allocation(const Types& types, const Type& function) {
  if (!types.is_pointer_to(function.target, Kind::nothing)) return "";
  std::string bytes;
  std::string old;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Type& type = types.bare_type(function.parameters[i]);
    if (type.kind == Kind::integer) bytes += fmt::format("{}(size_t)a{}", bytes.empty() ? "" : " * ", i);
    if (type.kind == Kind::pointer) old = parameter_name(i);
  }
  if (bytes.empty()) return "";
  const bool resizes =
      !old.empty() && function.parameters.size() == 2 && types.bare_type(function.parameters[0]).kind == Kind::pointer;
  if (resizes) return fmt::format("  return realloc({}, {});\n", old, bytes);
  return fmt::format("  return calloc(1, {});\n", bytes);
}

// What it writes through its pointers: bytes where a size comes next, numbers elsewhere.
std::string effects(const Types& types, const Type& function, const std::string& data) {
  std::string text;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Type& type = types.bare_type(function.parameters[i]);
    if (type.kind != Kind::pointer || types.is_const(type.target)) continue;
    const Type& target = types.bare_type(type.target);
    const bool has_size =
        i + 1 < function.parameters.size() && types.bare_type(function.parameters[i + 1]).kind == Kind::integer;
    if (has_size && (target.is_character || target.kind == Kind::nothing)) {
      text += fmt::format("    if (a{0} != NULL) memcpy(a{0}, {1}.bytes, a{2} < {1}.count ? a{2} : {1}.count);\n", i,
                          data, i + 1);
    } else if (target.kind == Kind::integer && !target.is_character) {
      text += fmt::format("    if (a{0} != NULL) *a{0} = {1}.count;\n", i, data);
    }
  }
  return text;
}

std::string ending(const Types& types, const Type& function) {
  std::string text;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Type& type = types.bare_type(function.parameters[i]);
    const bool counts = type.kind == Kind::pointer && !types.is_const(type.target) &&
                        types.bare_type(type.target).kind == Kind::integer &&
                        !types.bare_type(type.target).is_character;
    if (counts) text += fmt::format("    if (a{0} != NULL) *a{0} = 0;\n", i);
  }
  return text;
}

}  // namespace

bool Callbacks::is_possible(const Types& types, TypeId type) {
  const Type& function = types.bare_type(types.target(type));
  return function.kind == Kind::function && !function.is_variadic && !declared(types, function, "f").empty();
}

std::string Callbacks::expression(TypeId type) {
  if (!is_possible(types_, type)) return "";
  const Type& function = types_.bare_type(types_.target(type));
  const std::string declaration = declared(types_, function, "callback");
  std::string& name = known_[declaration];
  if (name.empty()) {
    name = fmt::format("callback_{}", known_.size());
    write(function, declared(types_, function, name), name, static_cast<int>(known_.size()));
  }
  return fmt::format("(any_{0}(), {0})", name);
}

void Callbacks::write(const Type& function, const std::string& declaration, const std::string& name, int number) {
  const std::string allocates = allocation(types_, function);
  if (!allocates.empty()) {
    text_ += fmt::format("static {} {{\n{}}}\nstatic void any_{}(void) {{}}\n\n", declaration, allocates, name);
    return;
  }
  const std::string data = fmt::format("data_{}", number);
  const std::string filled = effects(types_, function, data);
  const Type& result = types_.bare_type(function.target);
  std::string members;
  std::string inputs;
  std::string returned;
  if (is_number(result)) {
    members += "  " + types_.declaration(types_.bare(function.target), "result") + ";\n";
    inputs += fmt::format("  SLEAVE_INPUT({}.result, \"result of {}\");\n", data, name);
    returned = fmt::format("  return {}.result;\n", data);
  } else if (result.kind == Kind::pointer) {
    returned = "  return NULL;\n";
  } else if (result.kind != Kind::nothing) {
    members += "  " + types_.declaration(types_.bare(function.target), "result") + ";\n";
    returned = fmt::format("  return {}.result;\n", data);
  }
  std::string body;
  if (!filled.empty()) {
    members += "  unsigned count;\n  char bytes[8];\n";
    inputs += fmt::format(
        "  {0}.count = (unsigned)sleave_range(0, 8, \"bytes from {1}\");\n"
        "  sleave_symbolic({0}.bytes, 8, \"data of {1}\");\n",
        data, name);
    const std::string last = ending(types_, function);
    body = fmt::format("  static __thread int calls;\n  if (calls++ < 2 && !sleave_harness_has_two) {{\n{}  }}{}\n",
                       filled, last.empty() ? "" : fmt::format(" else {{\n{}  }}", last));
  }
  if (!members.empty()) text_ += fmt::format("static struct {{\n{}}} {};\n", members, data);
  text_ += fmt::format("static {} {{\n{}{}}}\nstatic void any_{}(void) {{\n{}}}\n\n", declaration, body, returned, name,
                       inputs);
}

}  // namespace sleave::harness
