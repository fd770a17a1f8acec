// COVERS: two threads that load, use and unload libraries at once, with constructors that lock, yield and run a thread;
// COVERS: dlsym with RTLD_DEFAULT and a handle, dl_iterate_phdr with a callback that synchronises, errors.
#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "say.h"

namespace {
std::atomic<int> started{0};
std::mutex mutex;
}  // namespace

extern "C" {
__attribute__((visibility("default"))) std::atomic<int>* starts() { return &started; }
__attribute__((visibility("default"))) std::mutex* start_mutex() { return &mutex; }
}

namespace {

std::string library(const char* program) {
  const std::string path = program;
  return path.substr(0, path.rfind('/') + 1) + "libslow_start.so";
}

void load_and_use(const std::string& path, std::atomic<int>& good) {
  void* handle = dlopen(path.c_str(), RTLD_NOW);
  if (handle == nullptr) return;
  auto* value = reinterpret_cast<int (*)()>(dlsym(handle, "slow_start_value"));
  if (value != nullptr && value() == 77) ++good;
  dlclose(handle);
}

int count_modules(dl_phdr_info*, std::size_t, void* count) {
  const std::scoped_lock lock(mutex);
  std::this_thread::yield();
  ++*static_cast<int*>(count);
  return 0;
}

}  // namespace

int main(int, char** argv) {
  const std::string path = library(argv[0]);
  std::atomic<int> good{0};
  std::atomic<int> lists{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 2; ++i) threads.emplace_back([&] { load_and_use(path, good); });
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&] {
        int count = 0;
        dl_iterate_phdr(count_modules, &count);
        if (count > 1) ++lists;
        if (dlsym(RTLD_DEFAULT, "malloc") == nullptr) ++lists;
      });
    }
  }
  VALUE(good.load());
  VALUE(lists.load());
  VALUE(started.load() % 100 == started.load() / 100);  // as many ends as starts
  VALUE(dlopen("/no/such/library.so", RTLD_NOW) == nullptr);
  VALUE(dlerror() != nullptr);
}
