#include "engine/harness/types.h"

namespace sleave::harness {

TypeId Types::bare(TypeId id) const {
  while (at(id).kind == Kind::alias) id = at(id).target;
  return id;
}

bool Types::is_const(TypeId id) const {
  for (; at(id).kind == Kind::alias; id = at(id).target) {
    if (at(id).is_const) return true;
  }
  return false;
}

bool Types::is_pointer_to(TypeId id, Kind kind) const {
  const Type& type = bare_type(id);
  return type.kind == Kind::pointer && bare_type(type.target).kind == kind;
}

namespace {

std::string with_space(const std::string& type, const std::string& rest) {
  return rest.empty() || rest[0] == '[' ? type + rest : type + " " + rest;
}

bool needs_parentheses(const Type& type) { return type.kind == Kind::array || type.kind == Kind::function; }

}  // namespace

// From the inside out, as a declarator is read.
std::string Types::declaration(TypeId id, const std::string& name) const {
  const Type& type = at(id);
  if (type.kind == Kind::pointer || type.kind == Kind::reference) {
    std::string inner = (type.kind == Kind::pointer ? "*" : "&") + name;
    if (needs_parentheses(at(type.target))) inner = "(" + inner + ")";
    return declaration(type.target, inner);
  }
  if (type.kind == Kind::array) {
    return declaration(type.target, name + "[" + (type.count == 0 ? "" : std::to_string(type.count)) + "]");
  }
  if (type.kind == Kind::function) {
    std::string list;
    for (const TypeId parameter : type.parameters) list += (list.empty() ? "" : ", ") + declaration(parameter, "");
    if (type.is_variadic) list += list.empty() ? "..." : ", ...";
    return declaration(type.target, name + "(" + (list.empty() ? "void" : list) + ")");
  }
  if (type.kind == Kind::alias && type.name.empty()) {
    const Kind target = at(type.target).kind;
    if (!type.is_const) return declaration(type.target, name);
    if (target == Kind::pointer) return declaration(type.target, name.empty() ? "const" : "const " + name);
    const std::string rest = declaration(type.target, name);
    return rest.empty() ? "" : "const " + rest;
  }
  return type.name.empty() ? "" : with_space(type.name, name);
}

}  // namespace sleave::harness
