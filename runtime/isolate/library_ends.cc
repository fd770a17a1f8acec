#include "runtime/isolate/library_ends.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "runtime/base/runtime.h"
#include "runtime/isolate/worker.h"

namespace sleave::rt {

namespace {

constexpr const char* kSilent[] = {"libc.so.6",
                                   "libm.so.6",
                                   "libgcc_s.so.1",
                                   "libstdc++.so.6",
                                   "libdl.so.2",
                                   "libpthread.so.0",
                                   "ld-linux-x86-64.so.2",
                                   "librt.so.1",
                                   "linux-vdso.so.1",
                                   "libsleave_rt.so",
                                   "libtsan.so.0",
                                   "libtsan.so.2",
                                   "libclang_rt.tsan-x86_64.so"};

// The modules for which it was found out; another one comes behind them.
const link_map* last_silent;

// The program's, not that of the module this code is in.
const ElfW(Dyn) * dynamic_section_of_program() {
  const auto* headers = reinterpret_cast<const ElfW(Phdr)*>(getauxval(AT_PHDR));
  const unsigned long count = getauxval(AT_PHNUM);
  std::uintptr_t base = 0;
  const ElfW(Phdr)* dynamic = nullptr;
  for (const ElfW(Phdr)* header = headers; header != headers + count; ++header) {
    if (header->p_type == PT_PHDR) base = reinterpret_cast<std::uintptr_t>(headers) - header->p_vaddr;
    if (header->p_type == PT_DYNAMIC) dynamic = header;
  }
  return dynamic == nullptr ? nullptr : reinterpret_cast<const ElfW(Dyn)*>(base + dynamic->p_vaddr);
}

// The program's own, which the others follow.
const link_map* first_module() {
  const ElfW(Dyn)* entry = dynamic_section_of_program();
  for (; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag != DT_DEBUG || entry->d_un.d_ptr == 0) continue;
    return reinterpret_cast<const r_debug*>(entry->d_un.d_ptr)->r_map;
  }
  return nullptr;
}

bool is_silent(const link_map& module) {
  const char* slash = strrchr(module.l_name, '/');
  const char* name = slash != nullptr ? slash + 1 : module.l_name;
  for (const char* silent : kSilent) {
    if (strcmp(name, silent) == 0) return true;
  }
  return false;
}

// From GCC 13 on its end writes what the standard streams still hold.
bool library_ends_streams() {
  RuntimeScope scope;  // not to be found is an error, whose text is allocated
  return dlsym(RTLD_DEFAULT, "_ZSt21ios_base_library_initv") != nullptr;
}

using Function = void (*)();

// As the dynamic linker calls the destructors of one module.
void end_module(const link_map& module) {
  const auto* functions = static_cast<const Function*>(nullptr);
  std::size_t count = 0;
  Function last = nullptr;
  for (const ElfW(Dyn)* entry = module.l_ld; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_FINI_ARRAY) functions = reinterpret_cast<const Function*>(module.l_addr + entry->d_un.d_ptr);
    if (entry->d_tag == DT_FINI_ARRAYSZ) count = entry->d_un.d_val / sizeof(Function);
    if (entry->d_tag == DT_FINI) last = reinterpret_cast<Function>(module.l_addr + entry->d_un.d_ptr);
  }
  while (count > 0) functions[--count]();
  if (last != nullptr) last();
}

}  // namespace

void note_libraries() {
  last_silent = nullptr;
  const link_map* last = first_module();
  if (last == nullptr || library_ends_streams()) return;
  while (last->l_next != nullptr) {
    last = last->l_next;
    if (!is_silent(*last)) return;
  }
  last_silent = last;
}

void end_libraries(void (*all)()) {
  const bool silent = is_worker() && last_silent != nullptr && last_silent->l_next == nullptr;
  if (!silent) return all();
  end_module(*first_module());
}

}  // namespace sleave::rt
