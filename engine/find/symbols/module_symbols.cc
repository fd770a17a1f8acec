#include "engine/find/symbols/module_symbols.h"

#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "engine/find/symbols/dwarf_code.h"
#include "engine/find/symbols/dwarf_data.h"
#include "engine/find/symbols/dwarf_locals.h"
#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

bool has_build_id(Dwfl_Module* module, std::span<const std::uint8_t> expected) {
  const unsigned char* bits = nullptr;
  GElf_Addr address = 0;
  const int length = dwfl_module_build_id(module, &bits, &address);
  if (length <= 0 || expected.empty()) return true;
  return static_cast<std::size_t>(length) >= expected.size() &&
         std::memcmp(bits, expected.data(), expected.size()) == 0;
}

struct DwflEnd {
  void operator()(Dwfl* dwfl) const { dwfl_end(dwfl); }
};

struct DataSymbol {
  std::uint64_t address, size;
  std::string name;
};

std::vector<DataSymbol> data_symbols(Dwfl_Module* module) {
  std::vector<DataSymbol> symbols;
  const int count = dwfl_module_getsymtab(module);
  for (int i = 1; i < count; ++i) {
    GElf_Sym symbol;
    GElf_Addr address = 0;
    const char* name = dwfl_module_getsym_info(module, i, &symbol, &address, nullptr, nullptr, nullptr);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0) continue;
    if (symbol.st_shndx != SHN_UNDEF) symbols.push_back({address, symbol.st_size, name});
  }
  std::sort(symbols.begin(), symbols.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
  return symbols;
}

}  // namespace

struct ModuleSymbols::Impl {
  std::unique_ptr<Dwfl, DwflEnd> dwfl;
  Dwfl_Module* module = nullptr;
  bool fixed = false;    // linked for one address: it cannot move
  Dwarf_Addr first = 0;  // address of the first byte in the file; 0 in everything that can move, as linkers write it
  Dwarf_Addr bias = 0;   // of DWARF addresses against those of the ELF file
  std::unique_ptr<DwarfCode> code;
  std::unique_ptr<DwarfData> data;
  std::unique_ptr<DwarfLocals> locals;
  std::vector<DataSymbol> variables;

  void open(const std::string& path, std::span<const std::uint8_t> build_id) {
    dwfl.reset(dwfl_begin(&kCallbacks));
    if (!dwfl) return;
    dwfl_report_begin(dwfl.get());
    Dwfl_Module* reported = dwfl_report_elf(dwfl.get(), path.c_str(), path.c_str(), -1, 0, true);
    dwfl_report_end(dwfl.get(), nullptr, nullptr);
    if (reported == nullptr) return;
    if (!has_build_id(reported, build_id)) return;
    module = reported;
    fixed = dwfl_module_relocations(module) == 0;
    dwfl_module_info(module, nullptr, &first, nullptr, nullptr, nullptr, nullptr, nullptr);
    Dwarf* dwarf = dwfl_module_getdwarf(module, &bias);
    code = std::make_unique<DwarfCode>(dwarf);
    data = std::make_unique<DwarfData>(dwarf);
    Dwarf_Addr cfi_bias = 0;
    Dwarf_CFI* cfi = dwfl_module_eh_cfi(module, &cfi_bias);
    const auto bytes = [this](std::uint64_t address) { return code_bytes(address + bias); };
    locals = std::make_unique<DwarfLocals>(dwarf, *code, cfi, bias - cfi_bias, bytes);
    variables = data_symbols(module);
  }

  [[nodiscard]] std::span<const std::uint8_t> code_bytes(std::uint64_t address) const {
    Dwarf_Addr offset = address, section_bias = 0;
    Elf_Scn* section = dwfl_module_address_section(module, &offset, &section_bias);
    const Elf_Data* bytes = section != nullptr ? elf_getdata(section, nullptr) : nullptr;
    if (bytes == nullptr || bytes->d_buf == nullptr || offset >= bytes->d_size) return {};
    return std::span(static_cast<const std::uint8_t*>(bytes->d_buf), bytes->d_size).subspan(offset);
  }

  std::string symbol_at(std::uint64_t address) const {
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char* name = dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
    return name != nullptr ? readable_name(name) : "";
  }
};

ModuleSymbols::ModuleSymbols(const std::string& path, std::span<const std::uint8_t> build_id)
    : impl_(std::make_unique<Impl>()) {
  impl_->open(path, build_id);
}

ModuleSymbols::~ModuleSymbols() = default;

std::uint64_t ModuleSymbols::file_address(std::uint64_t base, std::uint64_t offset) const {
  return impl_->fixed ? base + offset : impl_->first + offset;
}

Stack ModuleSymbols::frames(std::uint64_t address) {
  if (impl_->module == nullptr) return {};
  Stack stack = impl_->code->frames(address - impl_->bias);
  const std::string symbol = impl_->symbol_at(address);
  if (stack.empty() && symbol.empty()) return {};
  if (stack.empty()) stack.emplace_back();
  // gcc gives static functions no linkage name in DWARF; the ELF symbol has the parameters.
  std::string& outermost = stack.back().function;
  if (outermost.empty() || short_function(symbol) == outermost) outermost = symbol;
  return stack;
}

std::optional<Variable> ModuleSymbols::variable(std::uint64_t address) {
  const auto& variables = impl_->variables;
  const auto after = std::upper_bound(variables.begin(), variables.end(), address,
                                      [](std::uint64_t value, const DataSymbol& s) { return value < s.address; });
  if (after == variables.begin() || address - std::prev(after)->address >= std::prev(after)->size) return std::nullopt;
  const DataSymbol& symbol = *std::prev(after);
  Variable variable{readable_name(symbol.name), address - symbol.address, symbol.size};
  Member member;
  if (impl_->data->member(symbol.address - impl_->bias, variable.offset, member) && !member.path.empty()) {
    variable = {variable.name + member.path, member.offset, member.size};
  }
  return variable;
}

std::optional<LocalVariable> ModuleSymbols::local(std::uint64_t address, std::uint64_t frame_pointer,
                                                  std::int64_t distance) {
  LocalVariable local;
  if (impl_->module == nullptr) return std::nullopt;
  if (!impl_->locals->find(address - impl_->bias, frame_pointer, distance, local)) return std::nullopt;
  return local;
}

}  // namespace sleave
