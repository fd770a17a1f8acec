#include "engine/find/symbols/dwarf_data.h"

#include <dwarf.h>

#include <optional>

#include "engine/find/symbols/dwarf_type.h"

namespace sleave {
namespace {

std::optional<std::uint64_t> fixed_address(Dwarf_Die* variable) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation(dwarf_attr_integrate(variable, DW_AT_location, &attribute), &operations, &count) != 0)
    return {};
  if (count != 1) return {};
  if (operations[0].atom == DW_OP_addr) return operations[0].number;
  if (operations[0].atom != DW_OP_addrx && operations[0].atom != DW_OP_GNU_addr_index) return {};
  Dwarf_Attribute address;
  Dwarf_Addr value = 0;
  if (dwarf_getlocation_attr(&attribute, operations, &address) != 0 || dwarf_formaddr(&address, &value) != 0) return {};
  return value;
}

bool may_hold_variables(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block;
}

void collect_variables(Dwarf_Die* parent, std::map<std::uint64_t, Dwarf_Off>& variables) {
  Dwarf_Die die;
  if (dwarf_child(parent, &die) != 0) return;
  do {
    const int tag = dwarf_tag(&die);
    if (tag == DW_TAG_variable) {
      if (const auto address = fixed_address(&die)) variables.emplace(*address, dwarf_dieoffset(&die));
    }
    if (may_hold_variables(tag)) collect_variables(&die, variables);
  } while (dwarf_siblingof(&die, &die) == 0);
}

}  // namespace

void DwarfData::read_variables() {
  read_ = true;
  if (dwarf_ == nullptr) return;
  Dwarf_CU* unit = nullptr;
  Dwarf_Die die, sub;
  while (dwarf_get_units(dwarf_, unit, &unit, nullptr, nullptr, &die, &sub) == 0) collect_variables(&die, variables_);
}

bool DwarfData::member(std::uint64_t address, std::uint64_t offset, Member& member) {
  if (!read_) read_variables();
  const auto entry = variables_.find(address);
  Dwarf_Die variable;
  if (entry == variables_.end() || dwarf_offdie(dwarf_, entry->second, &variable) == nullptr) return false;
  return member_at(&variable, offset, member);
}

}  // namespace sleave
