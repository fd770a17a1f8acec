#include "engine/find/symbols/dwarf_type.h"

#include <dwarf.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace sleave {

bool bare_type(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  Dwarf_Die found;
  return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &found) != nullptr &&
         dwarf_peel_type(&found, type) == 0;
}

std::uint64_t byte_size(Dwarf_Die* type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
}

namespace {

bool is_record(Dwarf_Die* type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

// Whether `type` is declared in namespace std, at any depth.
bool is_standard(Dwarf_Die* type) {
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(type, &scopes);
  bool standard = false;
  for (int i = 0; i < count; ++i) {
    const char* name = dwarf_diename(&scopes[i]);
    standard |= dwarf_tag(&scopes[i]) == DW_TAG_namespace && name != nullptr && std::string(name) == "std";
  }
  std::free(scopes);
  // Types that the C library gives to the programmer as closed boxes.
  const char* name = dwarf_diename(type);
  return standard || (name != nullptr && std::string(name).starts_with("__pthread"));
}

bool is_standard_array(Dwarf_Die* type) {
  const char* name = dwarf_diename(type);
  return name != nullptr && std::string(name).starts_with("array<");
}

std::uint64_t member_offset(Dwarf_Die* member) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  return dwarf_formudata(dwarf_attr(member, DW_AT_data_member_location, &attribute), &value) == 0 ? value : 0;
}

bool is_static(Dwarf_Die* member) {
  bool external = false;
  Dwarf_Attribute attribute;
  return dwarf_formflag(dwarf_attr(member, DW_AT_external, &attribute), &external) == 0 && external;
}

// Steps into the member or base class of record `type` that holds byte `offset`. Where the compiler left a member's
// type to another unit its size is not known, and the member is taken to reach up to the next one.
bool enter_record(Dwarf_Die* type, Member& found, Dwarf_Die* inner) {
  Dwarf_Die die, best, best_type;
  std::uint64_t best_begin = 0, next_begin = byte_size(type);
  bool any = false;
  if (dwarf_child(type, &die) != 0) return false;
  do {
    const int tag = dwarf_tag(&die);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || is_static(&die) || !bare_type(&die, inner)) continue;
    const std::uint64_t begin = member_offset(&die);
    if (begin > found.offset) next_begin = std::min(next_begin, begin);
    if (begin > found.offset || (any && begin < best_begin)) continue;
    any = true;
    best = die;
    best_type = *inner;
    best_begin = begin;
  } while (dwarf_siblingof(&die, &die) == 0);
  if (!any) return false;
  const std::uint64_t size = byte_size(&best_type) != 0 ? byte_size(&best_type) : next_begin - best_begin;
  if (found.offset - best_begin >= size) return false;
  const char* name = dwarf_diename(&best);
  if (dwarf_tag(&best) == DW_TAG_member && name != nullptr) found.path += std::string(".") + name;
  found.offset -= best_begin;
  found.size = size;
  *inner = best_type;
  return true;
}

bool enter_array(Dwarf_Die* type, Member& found, Dwarf_Die* inner) {
  if (dwarf_tag(type) != DW_TAG_array_type || !bare_type(type, inner)) return false;
  const std::uint64_t size = byte_size(inner);
  if (size == 0) return false;
  found.path += '[' + std::to_string(found.offset / size) + ']';
  found.offset %= size;
  found.size = size;
  return true;
}

}  // namespace

bool member_at(Dwarf_Die* variable, std::uint64_t offset, Member& member) {
  Dwarf_Die type;
  if (!bare_type(variable, &type)) return false;
  member = {"", offset, byte_size(&type)};
  for (;;) {
    Dwarf_Die inner;
    const bool standard = is_record(&type) && is_standard(&type);
    const std::string path = member.path;
    if ((standard && !is_standard_array(&type)) ||
        !(is_record(&type) ? enter_record(&type, member, &inner) : enter_array(&type, member, &inner)))
      break;
    if (standard) member.path = path;  // of std::array only the index is worth reading
    type = inner;
  }
  return true;
}

}  // namespace sleave
