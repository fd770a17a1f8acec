#include "engine/harness/make_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/harness/pointer_roles.h"
#include "engine/harness/state_functions.h"

namespace sleave::harness {
namespace {

bool is_scalar(Kind kind) {
  return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating || kind == Kind::enumeration;
}

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> names) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view each) { return lower.find(each) != std::string::npos; });
}

// A pointer to what links this node.
bool is_back(const std::string& name) { return is_one_of(name, {"prev", "back", "parent", "owner"}) || name == "up"; }

bool has_fixed_step(const Type& enumeration) {
  for (std::size_t i = 1; i < enumeration.enumerators.size(); ++i) {
    if (enumeration.enumerators[i].value != enumeration.enumerators[i - 1].value + 1) return false;
  }
  return !enumeration.enumerators.empty();
}

constexpr std::uint64_t kMostBytes = 64;  // of an array that is an input
constexpr int kMostLevels = 2;            // of structures that structures point to
constexpr int kMostCalls = 3;             // that bring an object into some state

}  // namespace

std::string RecordMakers::record_name(TypeId record) const {
  const Types& types = source_.types;
  const TypeId bare = types.bare(record);
  if (!types.at(bare).name.empty()) return types.at(bare).name;
  for (TypeId id = 0; id < types.size(); ++id) {
    if (types.at(id).kind == Kind::alias && !types.at(id).name.empty() && types.bare(id) == bare)
      return types.at(id).name;
  }
  return "";
}

std::string RecordMakers::name_for(TypeId record) const {
  std::string name = record_name(record);
  for (const char* keyword : {"struct ", "union "}) {
    if (name.starts_with(keyword)) name = name.substr(std::string_view(keyword).size());
  }
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

std::string RecordMakers::expression(TypeId record, const std::string& name, bool may_be_null) {
  const TypeId bare = source_.types.bare(record);
  const std::string function = maker(bare);
  if (function.empty()) return "";
  if (form_of(source_.types, bare) == RecordForm::shape)
    return fmt::format("{}(\"{}\", {})", function, name, may_be_null ? 0 : 1);
  if (!may_be_null) return function + "()";
  return fmt::format("({}*)sleave_maybe({}(), \"null {}\")", record_name(bare), function, name);
}

std::string RecordMakers::maker(TypeId record) {
  if (const auto known = makers_.find(record); known != makers_.end()) return known->second;
  const std::string name = name_for(record);
  if (name.empty()) return makers_[record] = "";
  const std::string function = "any_" + name;
  makers_[record] = function;
  if (state_functions(source_, record, options_.not_called).can_make()) {
    const RecordForm form = form_of(source_.types, record);
    const std::string base = form == RecordForm::none ? "" : function + "_by_members";
    if (!base.empty()) write_base(record, base);
    write_state(record, function, base);
  } else {
    write_base(record, function);
  }
  return makers_[record];
}

void RecordMakers::write_base(TypeId record, const std::string& function) {
  switch (form_of(source_.types, record)) {
    case RecordForm::shape:
      write_shape(record, function);
      break;
    case RecordForm::plain:
      write_plain(record, function);
      break;
    case RecordForm::instance:
      write_instance(record, function);
      break;
    case RecordForm::none:
      makers_[record] = "";
  }
}

void RecordMakers::write_plain(TypeId record, const std::string& function) {
  const std::string type = record_name(record);
  declarations_ += fmt::format("static {}* {}(void);\n", type, function);
  const std::string body = members(record, "object", name_for(record), false);
  text_ += fmt::format(
      "static {0}* {1}(void) {{\n  {0}* const object = {2};\n{3}  return object;\n}}\n\n", type, function,
      options_.is_c ? fmt::format("({}*)sleave_room(sizeof *object)", type) : fmt::format("new {}()", type), body);
}

void RecordMakers::write_shape(TypeId record, const std::string& function) {
  has_shapes_ = true;
  ShapeParts parts;
  const Types& types = source_.types;
  for (const Member& member : types.at(record).members) {
    if (member.name.empty()) continue;
    const Type& bare = types.bare_type(member.type);
    if (links(record, member)) {
      const bool back = is_back(member.name) && bare.kind == Kind::pointer && !options_.any_heap;
      (back ? parts.backs : parts.links).push_back(member.name);
      parts.is_list = parts.is_list && (back || bare.kind != Kind::array);
    } else if (is_made_by_shape(record, member)) {
      if (bare.kind == Kind::enumeration) {
        parts.ranges.push_back({member.name, bare.enumerators.front().value, bare.enumerators.back().value});
      } else if (bare.kind == Kind::boolean && options_.is_c) {
        parts.ranges.push_back({member.name, 0, 1});
      } else {
        parts.values.push_back(member.name);
      }
    }
  }
  if (parts.links.empty()) parts.links.swap(parts.backs);
  parts.is_list = parts.is_list && parts.links.size() == 1;
  parts.rest = members(record, "node", name_for(record), true);
  options_.is_c ? write_c_shape(record, function, parts) : write_cpp_shape(record, function, parts);
}

void RecordMakers::write_cpp_shape(TypeId record, const std::string& function, const ShapeParts& parts) {
  const std::string type = record_name(record);
  declarations_ += fmt::format("static {}* {}(const char* name, int not_null);\n", type, function);
  std::string all;
  for (const std::string& link : parts.links) all += fmt::format("{}&{}::{}", all.empty() ? "" : ", ", type, link);
  const char* kind = options_.any_heap ? "graph" : parts.is_list ? "list" : "tree";
  std::string body = fmt::format("  auto shape = sleave::shape<{}>(name{});\n  shape.{}({});\n", type,
                                 options_.depth == 0 ? "" : fmt::format(", {}", options_.depth), kind, all);
  for (const std::string& back : parts.backs) body += fmt::format("  shape.back(&{}::{});\n", type, back);
  for (const std::string& value : parts.values) body += fmt::format("  shape.any(&{}::{});\n", type, value);
  for (const auto& [name, low, high] : parts.ranges)
    body += fmt::format("  shape.range(&{}::{}, {}, {});\n", type, name, low, high);
  if (!parts.rest.empty())
    body += fmt::format("  shape.init([]({0}& made) {{\n  {0}* const node = &made;\n{1}  }});\n", type, parts.rest);
  text_ += fmt::format(
      "static {}* {}(const char* name, int not_null) {{\n{}  if (not_null) shape.nonempty();\n  return shape;\n}}\n\n",
      type, function, body);
}

// The parts of a shape are constants, so there are two of them: with and without null.
void RecordMakers::write_c_shape(TypeId record, const std::string& function, const ShapeParts& parts) {
  const std::string type = record_name(record);
  declarations_ += fmt::format("static {}* {}(const char* name, int not_null);\n", type, function);
  const char* kind = options_.any_heap ? "GRAPH" : parts.is_list ? "LIST" : "TREE";
  std::string all;
  for (const std::string& link : parts.links) all += fmt::format(", SLEAVE_{}({})", kind, link);
  for (const std::string& back : parts.backs) all += fmt::format(", SLEAVE_BACK({})", back);
  for (const std::string& value : parts.values) all += fmt::format(",\n    SLEAVE_ANY({})", value);
  for (const auto& [name, low, high] : parts.ranges)
    all += fmt::format(",\n    SLEAVE_RANGE({}, {}, {})", name, low, high);
  if (options_.depth != 0) all += fmt::format(", SLEAVE_DEPTH({})", options_.depth);
  if (!parts.rest.empty()) {
    text_ += fmt::format("static void {0}_rest(void* made) {{\n  {1}* const node = ({1}*)made;\n{2}}}\n\n", function,
                         type, parts.rest);
    all += fmt::format(", SLEAVE_INIT({}_rest)", function);
  }
  text_ += fmt::format(
      "static {0}* {1}(const char* name, int not_null) {{\n  if (not_null) return sleave_shape({0}, name{2}, "
      "SLEAVE_NONEMPTY);\n"
      "  return sleave_shape({0}, name{2});\n}}\n\n",
      type, function, all);
}

// The constructor with the fewest parameters of those whose arguments can be made.
void RecordMakers::write_instance(TypeId record, const std::string& function) {
  const std::string type = record_name(record);
  std::string best;
  bool has_any = false;
  std::size_t fewest = ~std::size_t{0};
  for (const Function& each : source_.functions) {
    if (!each.is_constructor || source_.types.bare(each.object) != record) continue;
    has_any = true;
    std::string list;
    bool is_possible = each.parameters.size() < fewest;
    for (const Parameter& parameter : each.parameters) {
      const Type& bare = source_.types.bare_type(parameter.type);
      std::string value;
      if (bare.kind == Kind::integer) value = fmt::format("sleave_range(1, 2, \"{}\")", parameter.name);
      if (bare.kind == Kind::boolean) value = fmt::format("sleave_range(0, 1, \"{}\") != 0", parameter.name);
      const bool refers = bare.kind == Kind::reference || bare.kind == Kind::pointer;
      if (refers && source_.types.bare(bare.target) != record &&
          form_of(source_.types, bare.target) != RecordForm::none && !is_opaque(source_.types, bare.target)) {
        value = expression(bare.target, parameter.name, false);
        if (!value.empty() && bare.kind == Kind::reference) value.insert(0, "*");
      }
      is_possible = is_possible && !value.empty();
      list += (list.empty() ? "" : ", ") + value;
    }
    if (!is_possible) continue;
    best = list;
    fewest = each.parameters.size();
  }
  if (has_any && fewest == ~std::size_t{0}) {
    makers_[record] = "";
    return;
  }
  declarations_ += fmt::format("static {}* {}(void);\n", type, function);
  text_ += fmt::format("static {0}* {1}(void) {{\n  {0}* const object = new {0}({2});\n{3}  return object;\n}}\n\n",
                       type, function, best, calls_before(record));
}

// Up to three calls that bring the object into some state.
std::string RecordMakers::calls_before(TypeId record) {
  std::vector<std::string> calls;
  for (const Function& each : source_.functions) {
    if (!each.is_method || !each.is_public || each.is_constructor || each.is_const ||
        source_.types.bare(each.object) != record)
      continue;
    std::string list;
    bool is_possible = true;
    for (const Parameter& parameter : each.parameters) {
      const Type& bare = source_.types.bare_type(parameter.type);
      const bool counts = bare.kind == Kind::integer;
      is_possible = is_possible && (counts || bare.kind == Kind::boolean);
      list += fmt::format("{}sleave_range(0, {}, \"{}\")", list.empty() ? "" : ", ", counts ? 3 : 1, parameter.name);
    }
    const std::size_t last = each.name.rfind("::");
    if (is_possible) calls.push_back(fmt::format("{}({})", each.name.substr(last + 2), list));
  }
  if (calls.empty()) return "";
  std::string text = fmt::format(
      "  // Up to {} calls bring it into some state.\n  for (int i = 0; i < {}; ++i) {{\n    const long long call = "
      "sleave_range(0, {}, \"call before\");\n    if (call == 0) break;\n    try {{\n",
      kMostCalls, kMostCalls, calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i)
    text += fmt::format("      if (call == {}) object->{};\n", i + 1, calls[i]);
  return text + "    } catch (...) {\n    }\n  }\n";
}

bool RecordMakers::is_made_by_shape(TypeId record, const Member& member) const {
  const Types& types = source_.types;
  if (links(record, member)) return true;
  const Type& bare = types.bare_type(member.type);
  if (member.is_bit_field || member.name.empty()) return false;
  return bare.kind == Kind::enumeration ? has_fixed_step(bare) : is_scalar(bare.kind);
}

// Whether the member points to others of the record's type.
bool RecordMakers::links(TypeId record, const Member& member) const {
  const Types& types = source_.types;
  TypeId each = types.bare(member.type);
  while (types.at(each).kind == Kind::array) each = types.bare(types.at(each).target);
  each = types.bare(unwrapped(types, each));
  return types.at(each).kind == Kind::pointer && types.bare(types.at(each).target) == record;
}

// What its members are, one by one; of a shape only those that it does not make itself.
std::string RecordMakers::members(TypeId record, const std::string& object, const std::string& label, bool for_shape) {
  using Role = PointerRole::Kind;
  const Types& types = source_.types;
  const std::vector<Member> all = types.at(record).members;
  const std::vector<PointerRole> roles = pointer_roles(types, types.at(record));
  const bool has_array = std::any_of(all.begin(), all.end(), [&](const Member& member) {
    const Type& type = types.bare_type(member.type);
    return type.kind == Kind::pointer && types.bare_type(type.target).kind != Kind::function;
  });
  if (types.at(record).is_union && !all.empty()) return union_member(record, object, label);
  std::string statements;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (roles[i].kind != Role::begin) continue;
    const std::string made = pointer(label + "->" + all[i].name, all[i].type, true);
    if (made.empty()) continue;
    statements += fmt::format("  {}->{} = {};\n", object, all[i].name, made);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Member& member = all[i];
    if (roles[i].kind == Role::begin || (for_shape && is_made_by_shape(record, member))) continue;
    const std::string place = object + "->" + member.name;
    const std::string name = label + "->" + member.name;
    if (roles[i].kind != Role::none) {
      const std::string begin = object + "->" + all[roles[i].begin].name;
      const std::string offset =
          roles[i].kind == Role::end ? std::to_string(kRoom) : fmt::format("sleave_range(0, {}, \"{}\")", kRoom, name);
      statements += fmt::format("  {} = {} + {};\n", place, begin, offset);
    } else if (member.is_bit_field) {
      statements +=
          fmt::format("  {} = sleave_range(0, {}, \"{}\");\n", place, (1ull << std::min(member.bits, 31u)) - 1, name);
    } else if (member.name.empty()) {
      fill_nameless(statements, object, label, member.type);
    } else {
      fill(statements, place, name, member.type, has_array && is_length(member.name));
    }
  }
  return statements;
}

// The largest of those that no pointer is part of, or the first.
std::string RecordMakers::union_member(TypeId record, const std::string& object, const std::string& label) {
  const Types& types = source_.types;
  const Member* best = nullptr;
  for (const Member& member : types.at(record).members) {
    const Type& type = types.bare_type(member.type);
    if (!is_scalar(type.kind) || member.name.empty()) continue;
    if (best == nullptr || types.bare_type(best->type).bytes < type.bytes) best = &member;
  }
  std::string statements;
  if (best != nullptr) fill(statements, object + "->" + best->name, label + "->" + best->name, best->type);
  return statements;
}

// Members of a nameless structure are written as those of the structure around it.
void RecordMakers::fill_nameless(std::string& statements, const std::string& object, const std::string& label,
                                 TypeId type) {
  statements += members(source_.types.bare(type), object, label, false);
}

void RecordMakers::fill_enumeration(std::string& statements, const std::string& place, const std::string& name,
                                    TypeId type) {
  const Type& bare = source_.types.bare_type(type);
  if (bare.enumerators.empty()) return;
  std::string spelled = source_.types.declaration(type, "");
  if (spelled.empty()) spelled = fmt::format("__typeof__({})", place);
  if (has_fixed_step(bare)) {
    statements += fmt::format("  {} = ({})sleave_range({}, {}, \"{}\");\n", place, spelled,
                              bare.enumerators.front().value, bare.enumerators.back().value, name);
    return;
  }
  std::string all;
  for (const Enumerator& each : bare.enumerators) all += (all.empty() ? "" : ", ") + each.name;
  statements +=
      fmt::format("  {{\n    static const {} all[] = {{{}}};\n    {} = all[sleave_range(0, {}, \"{}\")];\n  }}\n",
                  spelled, all, place, bare.enumerators.size() - 1, name);
}

void RecordMakers::fill_array(std::string& statements, const std::string& place, const std::string& name, TypeId type) {
  const Type& bare = source_.types.bare_type(type);
  const Type& element = source_.types.bare_type(bare.target);
  const bool is_plain = is_scalar(element.kind) && element.kind != Kind::enumeration && element.kind != Kind::boolean;
  if (is_plain) {
    if (bare.bytes == 0) return;
    if (bare.bytes <= kMostBytes) {
      statements += fmt::format("  SLEAVE_INPUT({}, \"{}\");\n", place, name);
    } else {
      statements += fmt::format("  sleave_symbolic({}, {}, \"{}\");\n", place, kMostBytes, name);
    }
    return;
  }
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(bare.count, 2); ++i)
    fill(statements, fmt::format("{}[{}]", place, i), fmt::format("{}[{}]", name, i), bare.target);
}

void RecordMakers::fill(std::string& statements, const std::string& place, const std::string& name, TypeId type,
                        bool is_small) {
  const Types& types = source_.types;
  if (is_opaque(types, type)) return;
  const Type& bare = types.bare_type(type);
  switch (bare.kind) {
    case Kind::boolean:
      statements += fmt::format("  {} = sleave_range(0, 1, \"{}\") != 0;\n", place, name);
      return;
    case Kind::integer:
      if (is_small && !types.is_const(type)) {
        statements += fmt::format("  {} = sleave_range(0, {}, \"{}\");\n", place, kRoom, name);
        return;
      }
      [[fallthrough]];
    case Kind::floating:
      statements += fmt::format("  SLEAVE_INPUT({}, \"{}\");\n", place, name);
      return;
    case Kind::enumeration:
      fill_enumeration(statements, place, name, type);
      return;
    case Kind::array:
      fill_array(statements, place, name, type);
      return;
    case Kind::record:
      if (form_of(types, types.bare(type)) == RecordForm::plain)
        statements += members(types.bare(type), fmt::format("(&{})", place), name, false);
      return;
    case Kind::pointer:
      fill_pointer(statements, place, name, type);
      return;
    default:
      return;
  }
}

// Whether it is null is part of the pointer's expression, so that a run decides it only where the program looks.
void RecordMakers::fill_pointer(std::string& statements, const std::string& place, const std::string& name,
                                TypeId type) {
  const Types& types = source_.types;
  const TypeId target = types.target(type);
  const std::string cast = types.declaration(types.bare(type), "");
  if (types.bare_type(target).kind == Kind::function) {
    const std::string made = callback(type);
    if (!made.empty())
      statements += fmt::format("  {} = ({})sleave_maybe((void*){}, \"null {}\");\n", place, cast, made, name);
    return;
  }
  if (form_of(types, target) == RecordForm::shape) {
    const std::string made = pointer(name, type, false);
    if (!made.empty()) statements += fmt::format("  {} = {};\n", place, made);
    return;
  }
  const bool nests = types.bare_type(target).kind == Kind::record;
  const std::string made = nests ? expression(types.bare(target), name, false) : pointer(name, type, false);
  if (made.empty() || is_opaque(types, target)) return;
  const std::string chosen = fmt::format("{} = ({})sleave_maybe({}, \"null {}\");\n", place, cast, made, name);
  if (!nests) {
    statements += "  " + chosen;
    return;
  }
  uses_levels_ = true;
  statements += fmt::format("  if (levels < {}) {{\n    ++levels;\n    {}    --levels;\n  }}\n", kMostLevels, chosen);
}

std::string RecordMakers::pointer(const std::string& name, TypeId type, bool is_array) {
  const Types& types = source_.types;
  const TypeId target = types.target(type);
  if (is_opaque(types, target)) return "";
  const Type& bare = types.bare_type(target);
  std::string cast = types.declaration(types.bare(type), "");
  if (cast.empty()) return "";
  cast = "(" + cast + ")";
  const unsigned elements = is_array ? kRoom : 1;
  switch (bare.kind) {
    case Kind::nothing:
      return fmt::format("sleave_bytes(\"{}\", {})", name, kRoom);
    case Kind::record: {
      std::string made = is_array ? "" : expression(types.bare(target), name, true);
      if (!is_array || form_of(types, target) == RecordForm::shape) return made;
      return bare.is_complete ? fmt::format("{}sleave_room({} * {})", cast, kRoom, bare.bytes) : "";
    }
    case Kind::pointer:
      return fmt::format("{}sleave_room({} * sizeof(void*))", cast, kRoom + 1);
    case Kind::integer:
    case Kind::boolean:
    case Kind::floating:
    case Kind::enumeration:
      if (bare.is_character && !is_array) {
        const unsigned room = types.is_const(target) ? kRoom + 1 : 8 * kRoom;
        return fmt::format("{}sleave_buffer(\"{}\", {}, {})", cast, name, kRoom, room);
      }
      return fmt::format("{}sleave_bytes(\"{}\", {})", cast, name, elements * bare.bytes);
    default:
      return "";
  }
}

}  // namespace sleave::harness
