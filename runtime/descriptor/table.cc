#include "runtime/descriptor/table.h"

#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"

namespace sleave::rt {

namespace {

struct Entry {
  Opened* what;
  std::uint32_t generation;
  bool by_program;  // opened since the start
  bool by_run;      // and since the plan took effect
};
Entry entries[kMostDescriptors];
std::uint32_t count_of_program;
int numbers_used;  // all that ever were are below
bool first_changed;

constexpr long kProcfs = 0x9fa0;
constexpr long kSysfs = 0x62656572;

bool in_range(int descriptor) { return descriptor >= 0 && descriptor < kMostDescriptors; }

Opened* make(sleave_descriptor_kind kind, int descriptor, std::uint32_t generation) {
  Opened* what = arena_new<Opened>();
  what->kind = kind;
  what->name = descriptor_name(kind, static_cast<std::uint64_t>(descriptor), generation);
  return what;
}

bool made_up_by_the_kernel(int descriptor) {
  struct statfs system;
  if (raw_call(__NR_fstatfs, descriptor, reinterpret_cast<long>(&system)) != 0) return true;
  return system.f_type == kProcfs || system.f_type == kSysfs;
}

// /dev/null, /dev/zero, /dev/full.
bool says_nothing(const struct stat& status) {
  if (major(status.st_rdev) != 1) return false;
  return minor(status.st_rdev) == 3 || minor(status.st_rdev) == 5 || minor(status.st_rdev) == 7;
}

// /dev/random, /dev/urandom.
bool gives_random_numbers(const struct stat& status) {
  return major(status.st_rdev) == 1 && (minor(status.st_rdev) == 8 || minor(status.st_rdev) == 9);
}

// Where the program's output goes is the explorer's affair: nowhere while it searches, a file when it looks at a
// failure.
bool is_given_output(int descriptor) {
  return (descriptor == 1 || descriptor == 2) && entries[descriptor].generation == 0;
}

Opened* look_at(int descriptor) {
  struct stat status;
  if (raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status)) != 0) return nullptr;
  sleave_descriptor_kind kind = SLEAVE_DESCRIPTOR_other;
  bool quiet = false;
  bool random = false;
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
    kind = SLEAVE_DESCRIPTOR_file;
    quiet = !made_up_by_the_kernel(descriptor);
  } else if (S_ISCHR(status.st_mode)) {
    kind = SLEAVE_DESCRIPTOR_device;
    quiet = says_nothing(status);
    random = gives_random_numbers(status);
  } else if (S_ISFIFO(status.st_mode)) {
    kind = SLEAVE_DESCRIPTOR_pipe;
  } else if (S_ISSOCK(status.st_mode)) {
    kind = SLEAVE_DESCRIPTOR_socket;
  }
  Opened* what = make(kind, descriptor, entries[descriptor].generation);
  if (is_given_output(descriptor)) {
    what->name = descriptor_name(SLEAVE_DESCRIPTOR_other, static_cast<std::uint64_t>(descriptor), 0);
  }
  what->from_outside = true;
  what->quiet = quiet;
  what->random = random;
  return what;
}

Entry& use_entry(int descriptor) {
  if (descriptor >= numbers_used) numbers_used = descriptor + 1;
  return entries[descriptor];
}

void note_change(const Entry& entry) {
  if (runtime.planned && !entry.by_run) first_changed = true;
}

void release(Opened* what) {
  if (what != nullptr && --what->numbers == 0) last_number_closed(*what);
}

}  // namespace

Opened* opened(int descriptor) {
  if (!in_range(descriptor)) return nullptr;
  if (entries[descriptor].what == nullptr) {
    Opened* what = look_at(descriptor);
    if (what == nullptr) return nullptr;
    ++what->numbers;
    use_entry(descriptor).what = what;
  }
  return entries[descriptor].what;
}

Opened* known_descriptor(int descriptor) { return in_range(descriptor) ? entries[descriptor].what : nullptr; }

std::uint32_t generation(int descriptor) { return in_range(descriptor) ? entries[descriptor].generation : 0; }

Opened* add_descriptor(int descriptor, sleave_descriptor_kind kind) {
  Opened* what = make(kind, descriptor, generation(descriptor) + 1);
  add_descriptor(descriptor, what);
  return what;
}

void add_descriptor(int descriptor, Opened* what) {
  if (!in_range(descriptor)) return;
  Entry& entry = use_entry(descriptor);
  if (what != nullptr) ++what->numbers;
  release(entry.what);  // closed inside libc
  entry.what = what;
  ++entry.generation;
  if (!entry.by_program) ++count_of_program;
  entry.by_program = true;
  entry.by_run = runtime.planned;
}

void remove_descriptor(int descriptor) {
  if (!in_range(descriptor)) return;
  Entry& entry = entries[descriptor];
  note_change(entry);
  release(entry.what);
  entry.what = nullptr;
  if (entry.by_program) --count_of_program;
  entry.by_program = entry.by_run = false;
}

void replace_descriptor(int descriptor, Opened* what) {
  if (!in_range(descriptor)) return;
  if (what != nullptr) ++what->numbers;
  Entry& entry = use_entry(descriptor);
  note_change(entry);
  release(entry.what);
  entry.what = what;
}

bool only_for_reading(const Opened& what) { return what.timer != nullptr || what.signals != nullptr; }

std::uint32_t open_descriptors() { return count_of_program; }

int next_known_descriptor(int after) {
  for (int number = after + 1; number < numbers_used; ++number) {
    if (entries[number].what != nullptr) return number;
  }
  return -1;
}

bool opened_by_run(int descriptor) { return in_range(descriptor) && entries[descriptor].by_run; }

bool changed_what_was_open() { return first_changed; }

const void* table_name() { return descriptor_name(SLEAVE_DESCRIPTOR_table, 0, 0); }
const void* readiness_name() { return descriptor_name(SLEAVE_DESCRIPTOR_set, 0, 0); }

}  // namespace sleave::rt
