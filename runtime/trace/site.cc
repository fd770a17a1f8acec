#include "runtime/trace/site.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/trace/edges.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMostModules = 512;
sleave_trace_module modules[kMostModules];
std::uint32_t module_count;
unsigned long long loads_seen;

// Where constructors of modules said how much is seen of them.
struct Seen {
  const void* address;
  sleave_sight sight;
};
Seen seen[kMostModules];
std::uint32_t seen_count;

void read_build_id(sleave_trace_module& module, const char* note, std::size_t bytes) {
  while (bytes >= sizeof(ElfW(Nhdr))) {
    const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(note);
    const std::size_t name = (header->n_namesz + 3u) & ~3u;
    const std::size_t body = (header->n_descsz + 3u) & ~3u;
    const std::size_t whole = sizeof *header + name + body;
    if (whole > bytes) return;
    if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4 && memcmp(header + 1, "GNU", 4) == 0) {
      const std::size_t n = header->n_descsz < sizeof module.build_id ? header->n_descsz : sizeof module.build_id;
      memcpy(module.build_id, note + sizeof *header + name, n);
      module.build_id_bytes = static_cast<std::uint8_t>(n);
      return;
    }
    note += whole;
    bytes -= whole;
  }
}

void copy_path(sleave_trace_module& module, const char* path, bool program) {
  if (program) {
    const long n = raw_call(__NR_readlink, reinterpret_cast<long>("/proc/self/exe"),
                            reinterpret_cast<long>(module.path), sizeof module.path - 1);
    module.path[n > 0 ? n : 0] = 0;
    return;
  }
  strncpy(module.path, path, sizeof module.path - 1);
}

bool is_known(const dl_phdr_info& info) {
  if (module_count > 0 && modules[0].base == info.dlpi_addr) return true;  // the program, listed without its name
  for (std::uint32_t i = 1; i < module_count; ++i) {
    if (modules[i].base != info.dlpi_addr) continue;
    if (strncmp(modules[i].path, info.dlpi_name, sizeof modules[i].path - 1) == 0) return true;
  }
  return false;
}

int add_module(dl_phdr_info* info, std::size_t, void*) {
  if (is_known(*info)) return 0;
  if (module_count == kMostModules) return 1;
  sleave_trace_module& module = modules[module_count];
  memset(&module, 0, sizeof module);
  module.base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    const char* start = reinterpret_cast<const char*>(info->dlpi_addr + part.p_vaddr);
    if (part.p_type == PT_LOAD) {
      const std::uint64_t end = info->dlpi_addr + part.p_vaddr + part.p_memsz;
      if (end > module.end) module.end = end;
    } else if (part.p_type == PT_NOTE) {
      read_build_id(module, start, part.p_memsz);
    }
  }
  copy_path(module, info->dlpi_name, module_count == 0);
  ++module_count;
  return 0;
}

bool contains(const sleave_trace_module& module, const void* address) {
  const auto at = reinterpret_cast<std::uint64_t>(address);
  return at >= module.base && at < module.end;
}

// The best that was said.
sleave_sight sight_of(const sleave_trace_module& module) {
  sleave_sight sight = SLEAVE_SIGHT_calls;
  for (std::uint32_t i = 0; i < seen_count; ++i) {
    if (!contains(module, seen[i].address)) continue;
    if (seen[i].sight == SLEAVE_SIGHT_full) return SLEAVE_SIGHT_full;
    sight = seen[i].sight;
  }
  return sight;
}

int read_load_count(dl_phdr_info* info, std::size_t, void* loads) {
  *static_cast<unsigned long long*>(loads) = info->dlpi_adds;
  return 1;
}

// The module that contains an address, or kMostModules.
std::uint32_t module_of(std::uintptr_t address) {
  for (std::uint32_t i = 0; i < module_count; ++i) {
    if (address >= modules[i].base && address < modules[i].end) return i;
  }
  return kMostModules;
}

}  // namespace

void find_modules() {
  RuntimeScope scope;
  unsigned long long loads = 0;
  dl_iterate_phdr(read_load_count, &loads);
  if (loads == loads_seen) return;
  loads_seen = loads;
  dl_iterate_phdr(add_module, nullptr);
}

sleave_sight sight_of_code(const void* address) {
  const std::uint32_t index = module_of(reinterpret_cast<std::uintptr_t>(address));
  return index < module_count ? sight_of(modules[index]) : SLEAVE_SIGHT_calls;
}

bool is_own_code(const void* address) {
  return module_of(reinterpret_cast<std::uintptr_t>(address)) == 0 || is_seen_code(address);
}

sleave_sight sight_of_program() { return sight_of(modules[0]); }

const char* name_of_program() {
  const char* slash = strrchr(modules[0].path, '/');
  return slash != nullptr ? slash + 1 : modules[0].path;
}

bool is_system_code(const void* address) {
  static constexpr const char* kLibraries[] = {
      "libc.so",   "libm.so",      "libpthread.so", "libdl.so",     "librt.so", "libgcc_s.so",  "libstdc++.so",
      "libc++.so", "libc++abi.so", "libunwind.so",  "libatomic.so", "ld-linux", "linux-vdso.so"};
  const std::uint32_t index = module_of(reinterpret_cast<std::uintptr_t>(address));
  if (index == kMostModules || index == 0) return false;
  const char* slash = strrchr(modules[index].path, '/');
  const char* name = slash != nullptr ? slash + 1 : modules[index].path;
  for (const char* library : kLibraries) {
    if (strncmp(name, library, strlen(library)) == 0) return true;
  }
  return false;
}

void module_is_seen(const void* address_inside, sleave_sight sight) {
  if (seen_count < kMostModules) seen[seen_count++] = {address_inside, sight};
}

void write_modules() {
  for (std::uint32_t i = 0; i < module_count; ++i) {
    const auto sight = static_cast<std::uint8_t>(sight_of(modules[i]));
    if (modules[i].sight != sight) modules[i].sight = sight;  // a page less to put back
  }
  place_edges(modules, module_count);
  sleave_section& section = runtime.trace->sections[SLEAVE_SECTION_MODULES];
  const std::uint64_t n = module_count < section.capacity ? module_count : section.capacity;
  memcpy(reinterpret_cast<char*>(runtime.trace) + section.offset, modules, n * sizeof modules[0]);
  section.count = n;
}

RecentModule recent_code;
RecentModule recent_data;

bool find_recent(RecentModule& recent, std::uintptr_t address) {
  const std::uint32_t module = module_of(address);
  if (module == kMostModules) return false;
  recent = {modules[module].base, modules[module].end - modules[module].base, module};
  return true;
}

}  // namespace sleave::rt
