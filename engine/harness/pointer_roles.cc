#include "engine/harness/pointer_roles.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

namespace sleave::harness {
namespace {

bool contains_one(const std::string& name, std::initializer_list<std::string_view> parts) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool is_begin(const std::string& name) { return contains_one(name, {"start", "begin", "base", "bottom", "first"}); }
bool is_end(const std::string& name) { return contains_one(name, {"end", "limit", "lim"}); }
bool is_inside(const std::string& name) {
  return contains_one(name, {"pointer", "ptr", "cur", "pos", "next", "last", "top", "head", "tail", "read", "write"});
}

}  // namespace

std::vector<PointerRole> pointer_roles(const Types& types, const Type& record) {
  using Role = PointerRole::Kind;
  std::vector<PointerRole> roles(record.members.size());
  for (std::size_t begin = 0; begin < record.members.size(); ++begin) {
    const Type& type = types.bare_type(record.members[begin].type);
    if (type.kind != Kind::pointer || !is_begin(record.members[begin].name)) continue;
    const TypeId target = types.bare(type.target);
    if (types.at(target).bytes == 0) continue;
    for (std::size_t i = 0; i < record.members.size(); ++i) {
      const Type& other = types.bare_type(record.members[i].type);
      if (i == begin || roles[i].kind != Role::none || other.kind != Kind::pointer) continue;
      if (types.bare(other.target) != target) continue;
      const std::string& name = record.members[i].name;
      if (!is_end(name) && !is_inside(name)) continue;
      roles[i] = {is_end(name) ? Role::end : Role::inside, begin};
      roles[begin] = {Role::begin, begin};
    }
  }
  return roles;
}

}  // namespace sleave::harness
