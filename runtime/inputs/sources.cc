#include "runtime/inputs/sources.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/symbolic/inputs.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"
#include "runtime/trace/site.h"

extern "C" void __sleave_symbolic(void* memory, std::size_t bytes, const char* name);

namespace sleave::rt {

namespace {

// Beyond what programs use, and below the usual limit of 1024.
constexpr int kFirstDescriptor = 1000;
constexpr std::uint32_t kMostSources = 16;

struct Source {
  int descriptor;
  std::uint64_t device;
  std::uint64_t file;
  std::uint32_t most;
  char* bytes;  // of this run
  std::uint32_t count;
  char name[16];
  char size_name[24];
  char path[24];
};
Source sources[kMostSources];
std::uint32_t source_count;

void append_number(char* text, int number) {
  char digits[12];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  char* end = text + strlen(text);
  while (count > 0) *end++ = digits[--count];
  *end = 0;
}

Source* add_source(const char* name, std::size_t most) {
  if (source_count == kMostSources) return nullptr;
  Source& source = sources[source_count];
  const long file = raw_call(__NR_memfd_create, reinterpret_cast<long>("sleave-input"), 0);
  const long high = file < 0 ? file : raw_call(__NR_fcntl, file, F_DUPFD, kFirstDescriptor);
  raw_call(__NR_close, file);
  struct stat status;
  if (high < 0 || raw_call(__NR_fstat, high, reinterpret_cast<long>(&status)) != 0) return nullptr;
  source.descriptor = static_cast<int>(high);
  source.device = status.st_dev;
  source.file = status.st_ino;
  source.most = static_cast<std::uint32_t>(most);
  strncpy(source.name, name, sizeof source.name - 1);
  strcpy(source.size_name, source.name);
  strcat(source.size_name, "_size");
  strcpy(source.path, "/proc/self/fd/");
  append_number(source.path, source.descriptor);
  ++source_count;
  return &source;
}

const Source* source_of(int descriptor) {
  if (source_count == 0) return nullptr;
  struct stat status;
  if (raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) return nullptr;
  for (std::uint32_t i = 0; i < source_count; ++i) {
    if (sources[i].device == status.st_dev && sources[i].file == status.st_ino) return &sources[i];
  }
  return nullptr;
}

// The input NAME_size, brought into its range; as many as there can be if nobody says otherwise.
std::uint32_t ask_for_size(const Source& source) {
  const unsigned bytes = source.most < 0x100 ? 1 : source.most < 0x10000 ? 2 : 4;
  auto* size = static_cast<std::uint32_t*>(arena_allocate(sizeof(std::uint32_t)));
  *size = source.most;
  __sleave_symbolic(size, bytes, source.size_name);
  const Word read = follows_inputs ? shadow_read(size, 32, *size, SLEAVE_SITE_HERE) : constant(32, *size);
  const Word brought = binary(SLEAVE_OP_urem, read, constant(32, source.most + 1));
  learn(SLEAVE_PATH_CONSTRAINT_size, brought, SLEAVE_SITE_HERE);
  return static_cast<std::uint32_t>(brought.value);
}

void fill(Source& source) {
  source.count = ask_for_size(source);
  source.bytes = static_cast<char*>(arena_allocate(source.most + 1));
  if (source.count != 0) __sleave_symbolic(source.bytes, source.count, source.name);
  raw_call(__NR_ftruncate, source.descriptor, source.count);
  raw_call(__NR_pwrite64, source.descriptor, reinterpret_cast<long>(source.bytes), source.count, 0);
  raw_call(__NR_lseek, source.descriptor, 0, SEEK_SET);  // standard input shares it
}

}  // namespace

const char* add_file_source(const char* name, std::size_t most) {
  const Source* source = add_source(name, most);
  return source != nullptr ? source->path : nullptr;
}

void add_stdin_source(std::size_t most) {
  const Source* source = add_source("stdin", most);
  if (source != nullptr) raw_call(__NR_dup3, source->descriptor, STDIN_FILENO, 0);
}

void fill_sources() {
  for (std::uint32_t i = 0; i < source_count; ++i) fill(sources[i]);
}

bool is_source(int descriptor) { return source_of(descriptor) != nullptr; }

std::int64_t source_place(int descriptor) {
  if (!follows_inputs || source_of(descriptor) == nullptr) return -1;
  return raw_call(__NR_lseek, descriptor, 0, SEEK_CUR);
}

void source_filled(int descriptor, std::int64_t place, const iovec* parts, std::size_t count, long bytes,
                   std::uintptr_t site) {
  if (!follows_inputs || place < 0 || bytes <= 0) return;
  const Source* source = source_of(descriptor);
  if (source == nullptr || place + bytes > source->count) return;
  const char* from = source->bytes + place;
  const bool followed = is_instrumented_code(reinterpret_cast<const void*>(site));
  for (std::size_t i = 0; i < count && bytes > 0; ++i) {
    const auto here =
        static_cast<std::size_t>(bytes) < parts[i].iov_len ? static_cast<std::size_t>(bytes) : parts[i].iov_len;
    shadow_copy(parts[i].iov_base, from, here);
    for (std::size_t n = 0; n < here && !followed; ++n)
      learn(SLEAVE_PATH_CONSTRAINT_value, shadow_byte(from + n, site), site);
    from += here;
    bytes -= static_cast<long>(here);
  }
}

}  // namespace sleave::rt
