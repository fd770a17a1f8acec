// COVERS: an instrumented library loaded with dlopen: its threads, thread_locals, exceptions; closed and loaded again.
#include <dlfcn.h>

#include <stdexcept>
#include <thread>

#include "say.h"

namespace {

template <typename Function>
Function* find(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

void use() {
  void* library = dlopen("libplugin.so", RTLD_NOW);
  if (library == nullptr) return say(dlerror());
  VALUE(find<int(int)>(library, "plugin_count")(3));
  find<void()>(library, "plugin_thread_local")();
  try {
    find<void()>(library, "plugin_throw")();
  } catch (const std::runtime_error& error) {
    say(error.what());
  }
  VALUE(dlclose(library));
}

}  // namespace

int main() {
  VALUE(dlopen("libabsent.so", RTLD_NOW) == nullptr);
  use();
  std::thread(use).join();
  return 0;
}
