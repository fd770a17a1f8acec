#include "engine/find/symbols/dwarf_locals.h"

#include <dwarf.h>

#include <cstdlib>
#include <optional>

#include "engine/find/symbols/dwarf_type.h"

namespace sleave {
namespace {

// In DWARF's numbering of x86-64.
constexpr Dwarf_Word kBasePointer = 3;   // rbx
constexpr Dwarf_Word kFramePointer = 6;  // rbp
constexpr Dwarf_Word kStackPointer = 7;  // rsp

// How sure it is that a variable is where it is said to be; inside a scope any is better than any outside.
constexpr int kSaidToBeThere = 1;
constexpr int kInScope = 2;

using Distance = std::optional<std::int64_t>;  // from the frame pointer, or another register

// The meaning of "this register plus a constant".
Distance distance_from(Dwarf_Word base, const Dwarf_Op* operations, std::size_t count) {
  if (count != 1) return {};
  const Dwarf_Op& operation = operations[0];
  if (operation.atom == DW_OP_breg0 + base) return static_cast<std::int64_t>(operation.number);
  if (operation.atom == DW_OP_bregx && operation.number == base) return static_cast<std::int64_t>(operation.number2);
  return {};
}

// The meaning of "frame pointer plus a constant"; `frame_base` is that of DW_OP_fbreg.
Distance distance_of(const Dwarf_Op* operations, std::size_t count, std::int64_t frame_base) {
  if (count == 1 && operations[0].atom == DW_OP_fbreg)
    return frame_base + static_cast<std::int64_t>(operations[0].number);
  return distance_from(kFramePointer, operations, count);
}

Distance canonical_frame(Dwarf_CFI* cfi, std::uint64_t address) {
  Dwarf_Frame* frame = nullptr;
  if (cfi == nullptr || dwarf_cfi_addrframe(cfi, address, &frame) != 0) return {};
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  Distance distance;
  if (dwarf_frame_cfa(frame, &operations, &count) == 0) distance = distance_of(operations, count, 0);
  std::free(frame);
  return distance;
}

Distance frame_base(Dwarf_Die* function, std::uint64_t address, Dwarf_CFI* cfi, std::uint64_t cfi_shift) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) == nullptr) return {};
  if (dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1 || count != 1) return {};
  if (operations[0].atom == DW_OP_reg0 + kFramePointer) return 0;
  if (operations[0].atom == DW_OP_call_frame_cfa) return canonical_frame(cfi, address + cfi_shift);
  return distance_of(operations, count, 0);
}

struct Place {
  std::int64_t distance;
  bool from_aligned;
  bool said_to_be_there;
};

// Where the variable is in memory at `address`, or else where it is at another time. `aligned` is the register with the
// aligned stack pointer, if there is one.
std::optional<Place> place_of(Dwarf_Die* variable, std::uint64_t address, std::int64_t frame_base,
                              std::optional<Dwarf_Word> aligned) {
  Dwarf_Attribute attribute;
  if (dwarf_attr(variable, DW_AT_location, &attribute) == nullptr) return {};
  Dwarf_Addr base = 0, low = 0, high = 0;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  std::optional<Place> place;
  for (std::ptrdiff_t at = 0; (at = dwarf_getlocations(&attribute, at, &base, &low, &high, &operations, &count)) > 0;) {
    Distance distance = distance_of(operations, count, frame_base);
    const bool from_aligned = !distance && aligned;
    if (from_aligned) distance = distance_from(*aligned, operations, count);
    const bool now = address >= low && address < high;
    if (distance && (now || !place)) place = Place{*distance, from_aligned, now};
    if (distance && now) break;
  }
  return place;
}

}  // namespace

struct DwarfLocals::Search {
  std::uint64_t address;
  std::int64_t frame_base;
  std::optional<Dwarf_Word> aligned;  // the register with the aligned stack pointer
  std::vector<Slot>& slots;
};

void DwarfLocals::collect(Search& search, Dwarf_Die* parent, Dwarf_Off scope, bool inside) {
  Dwarf_Die die;
  if (dwarf_child(parent, &die) != 0) return;
  do {
    const int tag = dwarf_tag(&die);
    Dwarf_Die type;
    if (tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine) {
      const Dwarf_Off inner = tag == DW_TAG_lexical_block ? scope : dwarf_dieoffset(&die);
      collect(search, &die, inner, inside && dwarf_haspc(&die, search.address) > 0);
    }
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
    if (dwarf_diename(&die) == nullptr || !bare_type(&die, &type)) continue;
    const auto place = place_of(&die, search.address, search.frame_base, search.aligned);
    if (!place) continue;
    const int certainty = (inside ? kInScope : 0) + (place->said_to_be_there ? kSaidToBeThere : 0);
    search.slots.push_back(
        {place->distance, place->from_aligned, byte_size(&type), certainty, dwarf_dieoffset(&die), scope});
  } while (dwarf_siblingof(&die, &die) == 0);
}

const DwarfLocals::Function& DwarfLocals::function(std::uint64_t address) {
  const auto [entry, fresh] = functions_.try_emplace(address);
  Function& known = entry->second;
  Dwarf_Die die;
  Dwarf_Addr first = 0;
  if (!fresh || dwarf_ == nullptr || !code_.function(address, &die)) return known;
  if (dwarf_entrypc(&die, &first) == 0) known.aligned = aligned_frame(bytes_(first));
  if (const Distance base = frame_base(&die, address, cfi_, cfi_shift_)) {
    Search search{address, *base, {}, known.slots};
    if (known.aligned) search.aligned = known.aligned->base_in_rbx ? kBasePointer : kStackPointer;
    collect(search, &die, dwarf_dieoffset(&die), true);
  }
  return known;
}

bool DwarfLocals::find(std::uint64_t address, std::uint64_t frame_pointer, std::int64_t distance,
                       LocalVariable& local) {
  const Function& around = function(address);
  const std::int64_t aligned = around.aligned ? around.aligned->stack_pointer_distance(frame_pointer) : 0;
  const Slot* best = nullptr;
  std::int64_t best_begin = 0;
  bool ambiguous = false;
  for (const Slot& slot : around.slots) {
    const std::int64_t begin = slot.begin + (slot.from_aligned ? aligned : 0);
    if (distance < begin || static_cast<std::uint64_t>(distance - begin) >= slot.size) continue;
    if (best != nullptr && slot.certainty < best->certainty) continue;
    ambiguous = best != nullptr && slot.certainty == best->certainty && slot.certainty < kInScope + kSaidToBeThere;
    best = &slot;
    best_begin = begin;
  }
  Dwarf_Die variable, scope;
  if (best == nullptr || ambiguous || dwarf_offdie(dwarf_, best->variable, &variable) == nullptr ||
      dwarf_offdie(dwarf_, best->scope, &scope) == nullptr)
    return false;
  local = {.name = dwarf_diename(&variable),
           .parameter = dwarf_tag(&variable) == DW_TAG_formal_parameter,
           .begin = best_begin,
           .size = best->size,
           .member = {},
           .function = function_name(&scope),
           .file = declared_in(&variable),
           .line = 0};
  int line = 0;
  if (dwarf_decl_line(&variable, &line) == 0) local.line = static_cast<std::uint32_t>(line);
  return member_at(&variable, static_cast<std::uint64_t>(distance - best_begin), local.member);
}

}  // namespace sleave
