#include "engine/harness/read_source.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace sleave::harness {
namespace {

namespace fs = std::filesystem;

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

struct DwflEnd {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

std::string name_of(Dwarf_Die* die) {
  const char* name = dwarf_diename(die);
  return name == nullptr ? "" : name;
}

bool has_flag(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  bool flag = false;
  return dwarf_formflag(dwarf_attr_integrate(die, attribute, &found), &flag) == 0 && flag;
}

// -1: it has none.
std::int64_t number(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Sword value = 0;
  if (dwarf_attr_integrate(die, attribute, &found) == nullptr) return -1;
  const unsigned form = dwarf_whatform(&found);
  const bool is_signed = form == DW_FORM_sdata || form == DW_FORM_implicit_const;
  if (is_signed && dwarf_formsdata(&found, &value) == 0) return value;
  Dwarf_Word word = 0;  // a line in one byte has no sign
  return dwarf_formudata(&found, &word) == 0 ? static_cast<std::int64_t>(word) : -1;
}

bool has(Dwarf_Die* die, unsigned attribute) { return dwarf_hasattr(die, attribute) != 0; }

bool referred(Dwarf_Die* die, unsigned attribute, Dwarf_Die* target) {
  Dwarf_Attribute found;
  return dwarf_formref_die(dwarf_attr_integrate(die, attribute, &found), target) != nullptr;
}

template <typename Visit>
void for_each_child(Dwarf_Die* die, Visit visit) {
  Dwarf_Die child;
  if (dwarf_child(die, &child) != 0) return;
  do {
    visit(&child);
  } while (dwarf_siblingof(&child, &child) == 0);
}

class Reader {
 public:
  Reader(Dwarf_Die unit, const std::string& source) : unit_(unit), source_(source) {
    const std::int64_t language = number(&unit_, DW_AT_language);
    is_c_ = language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 || language == DW_LANG_C11;
  }

  void read_into(Source& into) {
    into_ = &into;
    into.is_c = is_c_;
    name_parameters(&unit_);
    name_scopes(&unit_, "");
    read_scope(&unit_, "");
    std::sort(into.functions.begin(), into.functions.end(),
              [](const Function& a, const Function& b) { return std::tie(a.line, a.name) < std::tie(b.line, b.name); });
  }

  void read_others_into(Source& into) {
    into_ = &into;
    is_other_ = true;
    for (TypeId id = 0; id < into.types.size(); ++id) {
      const Type& type = into.types.at(id);
      if (!type.name.empty()) named_.emplace(type.name, id);
    }
    for (const Function& function : into.functions) seen_.insert(function.name);
    for (const Function& function : into.others) seen_.insert(function.name);
    for_each_child(&unit_, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) != DW_TAG_subprogram || has(child, DW_AT_declaration)) return;
      if (!has_flag(child, DW_AT_external)) return;
      Function function = function_of(child, "");
      if (!function.name.empty() && seen_.insert(function.name).second) into.others.push_back(std::move(function));
    });
  }

  [[nodiscard]] bool is_c() const { return is_c_; }

 private:
  // A class declares its methods without the names of their parameters, which their definitions have.
  void name_parameters(Dwarf_Die* die) {
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_namespace) name_parameters(child);
      Dwarf_Die specified;
      Dwarf_Attribute found;
      if (dwarf_tag(child) != DW_TAG_subprogram || dwarf_attr(child, DW_AT_specification, &found) == nullptr ||
          dwarf_formref_die(&found, &specified) == nullptr)
        return;
      std::vector<std::string>& names = parameter_names_[dwarf_dieoffset(&specified)];
      names.clear();
      for_each_child(child, [&](Dwarf_Die* parameter) {
        if (dwarf_tag(parameter) == DW_TAG_formal_parameter && !has_flag(parameter, DW_AT_artificial))
          names.push_back(name_of(parameter));
      });
    });
  }

  // Names of types depend on what they are declared in.
  void name_scopes(Dwarf_Die* die, const std::string& scope) {
    for_each_child(die, [&](Dwarf_Die* child) {
      scopes_[dwarf_dieoffset(child)] = scope;
      const int tag = dwarf_tag(child);
      const bool opens = tag == DW_TAG_namespace || tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
                         tag == DW_TAG_union_type;
      const std::string name = name_of(child);
      if (opens && tag == DW_TAG_namespace && name == "std") return;  // named by what refers to it
      if (opens) name_scopes(child, name.empty() ? scope : scope + name + "::");
    });
  }

  void read_scope(Dwarf_Die* die, const std::string& scope) {
    for_each_child(die, [&](Dwarf_Die* child) {
      const int tag = dwarf_tag(child);
      const std::string name = name_of(child);
      if (tag == DW_TAG_namespace && name != "std") read_scope(child, name.empty() ? scope : scope + name + "::");
      if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type) read_methods(child, scope + name);
      if (tag == DW_TAG_subprogram) read_function(child, scope);
      if (tag == DW_TAG_variable) read_variable(child, scope);
    });
  }

  [[nodiscard]] bool is_of_source(Dwarf_Die* die) const {
    const char* file = dwarf_decl_file(die);
    // libdw takes file 0 for none; in DWARF 5 it is the unit's own.
    if (file == nullptr) return number(die, DW_AT_decl_file) == 0;
    std::error_code problem;
    return fs::weakly_canonical(file, problem).string() == source_;
  }

  void read_function(Dwarf_Die* die, const std::string& scope) {
    Dwarf_Die specified;
    if (has(die, DW_AT_declaration) || referred(die, DW_AT_specification, &specified) || !is_of_source(die)) return;
    if (has_flag(die, DW_AT_artificial)) return;
    Function function = function_of(die, scope);
    if (function.name == "main") into_->has_main = true;
    const bool is_special = function.name.empty() || function.name == "main" || name_of(die).starts_with("operator") ||
                            name_of(die).starts_with("__");
    if (!is_special && seen_.insert(function.name).second) into_->functions.push_back(std::move(function));
  }

  void read_variable(Dwarf_Die* die, const std::string& scope) {
    if (name_of(die).empty() || has(die, DW_AT_declaration) || !is_of_source(die)) return;
    const Variable variable{scope + name_of(die), referred_type(die)};
    const Type& type = types().bare_type(variable.type);
    const bool is_constant =
        types().is_const(variable.type) || (type.kind == Kind::array && types().is_const(type.target));
    if (!is_constant) into_->variables.push_back(variable);
  }

  // Also those in its blocks.
  void read_locals(Dwarf_Die* die, std::vector<TypeId>& locals) {
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_lexical_block) read_locals(child, locals);
      if (dwarf_tag(child) != DW_TAG_variable) return;
      const TypeId type = referred_type(child);
      if (types().is_pointer_to(type, Kind::record)) locals.push_back(types().bare(types().target(type)));
    });
  }

  void read_methods(Dwarf_Die* record, const std::string& scope) {
    if (!is_of_source(record) || has(record, DW_AT_declaration)) return;
    const bool is_struct = dwarf_tag(record) == DW_TAG_structure_type;
    for_each_child(record, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_structure_type || dwarf_tag(child) == DW_TAG_class_type) {
        if (!name_of(child).empty()) read_methods(child, scope + "::" + name_of(child));
      }
      if (dwarf_tag(child) != DW_TAG_subprogram || has_flag(child, DW_AT_artificial)) return;
      Function function = function_of(child, scope + "::");
      const std::int64_t access = number(child, DW_AT_accessibility);
      function.is_public = access == -1 ? is_struct : access == DW_ACCESS_public;
      function.scope = scope;
      function.object = type_of(record);
      const std::string name = name_of(child);
      function.is_constructor = name == name_of(record);
      const bool is_deleted = has_flag(child, DW_AT_deleted);
      if (name.starts_with("operator") || name.starts_with("~") || is_deleted) return;
      into_->functions.push_back(std::move(function));
    });
  }

  Function function_of(Dwarf_Die* die, const std::string& scope) {
    Function function;
    function.name = name_of(die).empty() ? "" : scope + name_of(die);
    function.line = static_cast<unsigned>(std::max<std::int64_t>(0, number(die, DW_AT_decl_line)));
    function.result = referred_type(die);
    function.is_external = has_flag(die, DW_AT_external);
    if (!is_other_) read_locals(die, function.locals);
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_unspecified_parameters) function.is_variadic = true;
      if (dwarf_tag(child) != DW_TAG_formal_parameter) return;
      if (has_flag(child, DW_AT_artificial)) {
        function.is_method = true;
        const TypeId pointer = referred_type(child);
        function.is_const = into_->types.is_const(into_->types.target(pointer));
        return;
      }
      function.parameters.push_back({name_of(child), referred_type(child)});
    });
    const auto named = parameter_names_.find(dwarf_dieoffset(die));
    for (std::size_t i = 0; named != parameter_names_.end() && i < function.parameters.size(); ++i) {
      if (function.parameters[i].name.empty() && i < named->second.size())
        function.parameters[i].name = named->second[i];
    }
    return function;
  }

  TypeId referred_type(Dwarf_Die* die) {
    Dwarf_Die target;
    return referred(die, DW_AT_type, &target) ? type_of(&target) : kVoid;
  }

  Types& types() { return into_->types; }

  TypeId type_of(Dwarf_Die* die) {
    const Dwarf_Off offset = dwarf_dieoffset(die);
    if (const auto known = known_.find(offset); known != known_.end()) return known->second;
    if (const TypeId same = named_before(die); same != kVoid) return known_[offset] = same;
    const TypeId id = types().add({});
    known_[offset] = id;
    Type type = described(die);
    types().at(id) = std::move(type);
    return id;
  }

  // A type that the first file has as well.
  TypeId named_before(Dwarf_Die* die) {
    if (!is_other_) return kVoid;
    const int tag = dwarf_tag(die);
    const bool is_alias = tag == DW_TAG_typedef;
    const char* keyword = tag == DW_TAG_structure_type ? "struct" : tag == DW_TAG_union_type ? "union" : "enum";
    if (!is_alias && tag != DW_TAG_structure_type && tag != DW_TAG_union_type && tag != DW_TAG_enumeration_type)
      return kVoid;
    const auto found = named_.find(is_alias ? name_of(die) : full_name(die, keyword));
    if (found == named_.end()) return kVoid;
    const Type& type = types().at(found->second);
    if (is_alias) return type.kind == Kind::alias ? found->second : kVoid;
    const bool may_differ = type.is_complete && !has(die, DW_AT_declaration);
    const auto bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(die, DW_AT_byte_size)));
    return may_differ && type.bytes != bytes ? kVoid : found->second;
  }

  // "struct node" in C, "ns::Node" in C++.
  std::string full_name(Dwarf_Die* die, const char* keyword) {
    const std::string name = name_of(die);
    if (name.empty()) return "";
    if (is_c_) return std::string(keyword) + " " + name;
    const auto scope = scopes_.find(dwarf_dieoffset(die));
    return scope == scopes_.end() ? scope_by_parents(die) + name : scope->second + name;
  }

  std::string scope_by_parents(Dwarf_Die* die) {
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes_die(die, &scopes);
    std::string text;
    for (int i = 1; i < count; ++i) {
      if (dwarf_tag(&scopes[i]) == DW_TAG_compile_unit) break;
      const std::string name = name_of(&scopes[i]);
      if (!name.empty() && !has_flag(&scopes[i], DW_AT_export_symbols)) text.insert(0, name + "::");
    }
    std::free(scopes);
    return text;
  }

  Type described(Dwarf_Die* die) {
    Type type;
    type.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(die, DW_AT_byte_size)));
    switch (dwarf_tag(die)) {
      case DW_TAG_base_type:
        return base(die, std::move(type));
      case DW_TAG_pointer_type:
        return {.kind = Kind::pointer, .bytes = 8, .target = referred_type(die)};
      case DW_TAG_reference_type:
        return {.kind = Kind::reference, .bytes = 8, .target = referred_type(die)};
      case DW_TAG_typedef:
        return {.kind = Kind::alias, .name = full_name_of_alias(die), .target = referred_type(die)};
      case DW_TAG_const_type:
        return {.kind = Kind::alias, .is_const = true, .target = referred_type(die)};
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
        return {.kind = Kind::alias, .target = referred_type(die)};
      case DW_TAG_enumeration_type:
        return enumeration(die, std::move(type));
      case DW_TAG_array_type:
        return array(die);
      case DW_TAG_structure_type:
      case DW_TAG_class_type:
      case DW_TAG_union_type:
        return record(die, std::move(type));
      case DW_TAG_subroutine_type:
        return function_type(die);
      default:
        return type;
    }
  }

  std::string full_name_of_alias(Dwarf_Die* die) {
    if (is_c_) return name_of(die);
    return full_name(die, "");
  }

  static Type base(Dwarf_Die* die, Type type) {
    type.name = name_of(die);
    switch (number(die, DW_AT_encoding)) {
      case DW_ATE_boolean:
        type.kind = Kind::boolean;
        break;
      case DW_ATE_float:
        type.kind = Kind::floating;
        break;
      case DW_ATE_signed_char:
        type.is_character = true;
        [[fallthrough]];
      case DW_ATE_signed:
        type.is_signed = true;
        type.kind = Kind::integer;
        break;
      case DW_ATE_unsigned_char:
        type.is_character = true;
        [[fallthrough]];
      case DW_ATE_unsigned:
      case DW_ATE_UTF:
        type.kind = Kind::integer;
        break;
      default:
        break;
    }
    if (type.kind == Kind::integer && type.bytes > 8) type.kind = Kind::unknown;
    return type;
  }

  Type enumeration(Dwarf_Die* die, Type type) {
    type.kind = Kind::enumeration;
    type.name = full_name(die, "enum");
    const bool is_scoped = has_flag(die, DW_AT_enum_class);
    const auto found = scopes_.find(dwarf_dieoffset(die));
    const std::string scope = is_c_ || found == scopes_.end() ? "" : found->second;
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) != DW_TAG_enumerator) return;
      const std::string name = is_scoped ? type.name + "::" + name_of(child) : scope + name_of(child);
      type.enumerators.push_back({name, number(child, DW_AT_const_value)});
    });
    return type;
  }

  Type array(Dwarf_Die* die) {
    std::vector<std::uint64_t> counts;
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) != DW_TAG_subrange_type) return;
      std::int64_t count = number(child, DW_AT_count);
      if (count < 0 && has(child, DW_AT_upper_bound)) count = number(child, DW_AT_upper_bound) + 1;
      counts.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(0, count)));
    });
    TypeId element = referred_type(die);
    if (counts.empty()) counts.push_back(0);
    for (std::size_t i = counts.size(); i-- > 1;) {
      element = types().add(
          {.kind = Kind::array, .bytes = counts[i] * size_of(element), .target = element, .count = counts[i]});
    }
    return {.kind = Kind::array, .bytes = counts[0] * size_of(element), .target = element, .count = counts[0]};
  }

  std::uint64_t size_of(TypeId id) { return types().bare_type(id).bytes; }

  Type record(Dwarf_Die* die, Type type) {
    type.kind = Kind::record;
    type.is_union = dwarf_tag(die) == DW_TAG_union_type;
    type.name = full_name(die, type.is_union ? "union" : "struct");
    type.is_complete = !has(die, DW_AT_declaration);
    for_each_child(die, [&](Dwarf_Die* child) {
      const int tag = dwarf_tag(child);
      if (tag == DW_TAG_inheritance) type.is_class = true;
      if (tag == DW_TAG_subprogram && !has_flag(child, DW_AT_artificial)) {
        const std::string name = name_of(child);
        type.is_class = type.is_class || name == name_of(die) || name.starts_with("~");
      }
      if (tag != DW_TAG_member || has(child, DW_AT_external) || has_flag(child, DW_AT_artificial)) return;
      Member member{.name = name_of(child), .type = referred_type(child)};
      member.is_bit_field = has(child, DW_AT_bit_size);
      if (member.is_bit_field) member.bits = static_cast<unsigned>(number(child, DW_AT_bit_size));
      member.offset = static_cast<std::uint64_t>(std::max<std::int64_t>(0, number(child, DW_AT_data_member_location)));
      type.members.push_back(std::move(member));
    });
    return type;
  }

  Type function_type(Dwarf_Die* die) {
    Type type{.kind = Kind::function, .target = referred_type(die)};
    for_each_child(die, [&](Dwarf_Die* child) {
      if (dwarf_tag(child) == DW_TAG_unspecified_parameters) type.is_variadic = true;
      if (dwarf_tag(child) == DW_TAG_formal_parameter) type.parameters.push_back(referred_type(child));
    });
    return type;
  }

  Dwarf_Die unit_;
  std::string source_;
  bool is_c_ = false;
  bool is_other_ = false;
  Source* into_ = nullptr;
  std::map<Dwarf_Off, std::string> scopes_;
  std::map<Dwarf_Off, std::vector<std::string>> parameter_names_;  // by declarations of methods
  std::map<Dwarf_Off, TypeId> known_;
  std::set<std::string> seen_;
  std::map<std::string, TypeId> named_;  // in the first file, for others
};

Error no_debug_information(const std::string& source) {
  return {Tier::environment, "the debug information of " + source + " cannot be read"};
}

}  // namespace

namespace {

// Whether the object has debug information.
template <typename Visit>
bool for_each_unit(const std::string& object, Visit visit) {
  const std::unique_ptr<Dwfl, DwflEnd> dwfl(dwfl_begin(&kCallbacks));
  if (dwfl == nullptr) return false;
  Dwfl_Module* const module = dwfl_report_offline(dwfl.get(), "source", object.c_str(), -1);
  if (module == nullptr || dwfl_report_end(dwfl.get(), nullptr, nullptr) != 0) return false;
  Dwarf_Addr bias = 0;
  if (dwfl_module_getdwarf(module, &bias) == nullptr) return false;
  Dwarf_Die* unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) visit(*unit);
  return true;
}

}  // namespace

Result<Source> read_source(const std::string& object, const std::string& source) {
  std::error_code problem;
  const std::string path = fs::weakly_canonical(source, problem).string();
  Source read;
  if (!for_each_unit(object, [&](const Dwarf_Die& unit) { Reader(unit, path).read_into(read); }))
    return no_debug_information(source);
  return read;
}

void read_other(const std::string& object, Source& source) {
  for_each_unit(object, [&](const Dwarf_Die& unit) {
    if (Reader reader(unit, ""); reader.is_c()) reader.read_others_into(source);
  });
}

}  // namespace sleave::harness
