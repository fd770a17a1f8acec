#include "runtime/shared/imports.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include <cstdint>

#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/foreign/foreign.h"

// The hooks by their addresses alone: calls keep the signature that they have.
#define SLEAVE_STRING_CALL(function, arguments) \
  extern "C" const char sleave_hook_##function[] __asm__("__sleave_" #function);
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL

namespace sleave::rt {

namespace {

struct Hook {
  const char* function;
  const void* hook;
};
constexpr Hook kHooks[] = {
#define SLEAVE_STRING_CALL(function, arguments) {#function, sleave_hook_##function},
#include "abi/calls/string_calls.def"
#undef SLEAVE_STRING_CALL
};

// The pass gives these hooks the function as one more argument, and only for inputs.
constexpr const char* kNotRedirected[] = {"sqrt", "sqrtf", "_ZSt11_Hash_bytesPKvmm"};

const void* hook_of(const char* name) {
  for (const char* not_redirected : kNotRedirected) {
    if (strcmp(name, not_redirected) == 0) return nullptr;
  }
  for (const Hook& hook : kHooks) {
    if (strcmp(name, hook.function) == 0) return hook.hook;
  }
  return nullptr;
}

// What the dynamic linker knows of a module.
struct Module {
  std::uintptr_t wanted;  // an address in it
  std::uintptr_t base = 0;
  const ElfW(Dyn) * dynamic = nullptr;
  std::uintptr_t read_only = 0;  // made so after relocation (PT_GNU_RELRO)
  std::uintptr_t read_only_end = 0;
};

int find_module(dl_phdr_info* info, std::size_t, void* argument) {
  auto& module = *static_cast<Module*>(argument);
  const ElfW(Phdr)* const end = info->dlpi_phdr + info->dlpi_phnum;
  bool contains = false;
  for (const ElfW(Phdr)* part = info->dlpi_phdr; part != end; ++part) {
    contains = contains || (part->p_type == PT_LOAD && module.wanted - info->dlpi_addr - part->p_vaddr < part->p_memsz);
  }
  if (!contains) return 0;
  module.base = info->dlpi_addr;
  for (const ElfW(Phdr)* part = info->dlpi_phdr; part != end; ++part) {
    const std::uintptr_t begin = module.base + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC) module.dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    if (part->p_type != PT_GNU_RELRO) continue;
    module.read_only = begin & ~(kSystemPageBytes - 1);
    module.read_only_end = begin + part->p_memsz;
  }
  return 1;
}

// Its relocations that take the address of something another module defines.
struct Imports {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * lists[2] = {nullptr, nullptr};
  std::size_t counts[2] = {0, 0};
};

Imports imports_of(const Module& module) {
  Imports imports;
  // The loader has replaced most of these offsets by addresses, but not in every module.
  const auto at = [&](std::uintptr_t value) { return value < module.base ? value + module.base : value; };
  for (const ElfW(Dyn)* entry = module.dynamic; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    const std::uintptr_t value = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) imports.symbols = reinterpret_cast<const ElfW(Sym)*>(at(value));
    if (entry->d_tag == DT_STRTAB) imports.names = reinterpret_cast<const char*>(at(value));
    if (entry->d_tag == DT_JMPREL) imports.lists[0] = reinterpret_cast<const ElfW(Rela)*>(at(value));
    if (entry->d_tag == DT_PLTRELSZ) imports.counts[0] = value / sizeof(ElfW(Rela));
    if (entry->d_tag == DT_RELA) imports.lists[1] = reinterpret_cast<const ElfW(Rela)*>(at(value));
    if (entry->d_tag == DT_RELASZ) imports.counts[1] = value / sizeof(ElfW(Rela));
  }
  return imports;
}

void write_slot(const Module& module, const void** slot, const void* value) {
  const auto address = reinterpret_cast<std::uintptr_t>(slot);
  const bool read_only = address >= module.read_only && address < module.read_only_end;
  const auto protect = [&](long how) {
    const std::uintptr_t page = address & ~(kSystemPageBytes - 1);
    return raw_call(__NR_mprotect, static_cast<long>(page), static_cast<long>(kSystemPageBytes), how) == 0;
  };
  if (read_only && !protect(PROT_READ | PROT_WRITE)) return;
  *slot = value;
  if (read_only) protect(PROT_READ);
}

// Calls that the compiler adds for ThreadSanitizer itself, and those of the C library's start files.
bool is_no_call_of_program(const char* name) {
  constexpr const char* kPrefixes[] = {"__tsan_",        "Annotate",          "__cxa_finalize",   "_ITM_",
                                       "__gmon_start__", "__gcc_personality", "__gxx_personality"};
  for (const char* prefix : kPrefixes) {
    if (strncmp(name, prefix, strlen(prefix)) == 0) return true;
  }
  return false;
}

void look_at(const Module& module, const Imports& imports, const ElfW(Rela) & relocation) {
  const unsigned long type = ELF64_R_TYPE(relocation.r_info);
  const ElfW(Sym)& symbol = imports.symbols[ELF64_R_SYM(relocation.r_info)];
  if (symbol.st_shndx != SHN_UNDEF || ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT) return;
  const bool in_table = type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
  if (!in_table && type != R_X86_64_64) return;
  const char* const name = imports.names + symbol.st_name;
  const auto slot = reinterpret_cast<const void**>(module.base + relocation.r_offset);
  if (const void* hook = hook_of(name); hook != nullptr) {
    if (in_table) write_slot(module, slot, hook);
  } else if (!is_no_call_of_program(name)) {
    note_import(*slot, name);
  }
}

}  // namespace

void look_at_imports(const void* address_inside) {
  Module module{.wanted = reinterpret_cast<std::uintptr_t>(address_inside)};
  RuntimeScope scope;
  if (dl_iterate_phdr(find_module, &module) == 0) return;
  const Imports imports = imports_of(module);
  if (imports.symbols == nullptr || imports.names == nullptr) return;
  for (int list = 0; list < 2; ++list) {
    for (std::size_t i = 0; i < imports.counts[list]; ++i) look_at(module, imports, imports.lists[list][i]);
  }
}

}  // namespace sleave::rt
