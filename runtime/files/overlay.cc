#include "runtime/files/overlay.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/descriptor/operation.h"
#include "runtime/files/content.h"
#include "runtime/files/permission.h"
#include "runtime/record/escape.h"

namespace sleave::rt {

namespace {

bool left;        // the overlay is not used, or not any more
bool mask_known;  // `first_mask` is the one of the start
mode_t first_mask;
std::uint32_t last_label;

bool is_child() { return runtime.mode == Mode::passthrough && runtime.planned && runtime.depth == 0; }

constexpr int kShown = O_NOFOLLOW | O_DIRECT | O_NOATIME | O_DIRECTORY;

Opened* enter(int number, Inode* file, int flags) {
  add_descriptor(number, SLEAVE_DESCRIPTOR_file);
  Opened* what = opened(number);
  if (what == nullptr) return nullptr;
  what->file = file;
  what->quiet = true;
  what->shown_flags = flags & kShown;
  ++file->opened;
  if (file->is_file() && file->label == 0) file->label = ++last_label;
  what->contents = file->label;
  return what;
}

// What comes from outside is noted, unless it always says the same.
void enter_outside(int number, int flags, sleave_intercept function, std::uintptr_t site) {
  add_descriptor(number, nullptr);  // looked at when used
  const Opened* what = opened(number);
  const bool only_read = (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) == O_RDONLY;
  const bool changes_disk = !only_read && what != nullptr && what->kind == SLEAVE_DESCRIPTOR_file;
  if (!controlled()) return;
  if (what == nullptr || (!what->quiet && !what->random) || changes_disk) record_uncontrolled(function, site);
}

// Contents that open() has looked at or cut. What it opened without the overlay may be anything.
void note_opening(const OpenedFile& opening, int flags) {
  if (opening.number >= 0 && opening.file == nullptr) return;
  const bool cut = opening.number >= 0 && (flags & O_TRUNC) != 0;
  record_file_use(cut ? opening.file->label : 0, cut ? SLEAVE_FILE_WRITTEN : 0);
}

// In a child there are no events.
template <typename Open>
int open_as_event(Open open, int flags, std::uintptr_t site) {
  if (!controlled()) return static_cast<int>(as_libc(open().number));
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const OpenedFile opening = open();
  const long result = operation.finish(opening.number);
  note_opening(opening, flags);
  return static_cast<int>(result);
}

bool is_of_run(sleave_descriptor_kind kind) {
  switch (kind) {
    case SLEAVE_DESCRIPTOR_file:
    case SLEAVE_DESCRIPTOR_pipe:
    case SLEAVE_DESCRIPTOR_event:
    case SLEAVE_DESCRIPTOR_epoll:
    case SLEAVE_DESCRIPTOR_timer:
    case SLEAVE_DESCRIPTOR_signals:
      return true;
    default:
      return false;
  }
}

// What only this process has open ends when it is closed.
void close_what_is_open() {
  for (int number = next_known_descriptor(-1); number >= 0; number = next_known_descriptor(number)) {
    if (!opened_by_run(number) || !is_of_run(known_descriptor(number)->kind)) continue;
    raw_call(__NR_close, number);
    remove_descriptor(number);
  }
}

}  // namespace

void choose_files(const char* name) { left = strcmp(name, "real") == 0; }

bool uses_overlay() {
  if (left) return false;
  if (started_process && !overlay_has_changes()) left = true;
  return !left && (controlled() || is_child());
}

long as_libc(long result) {
  if (result >= 0) return result;
  errno = static_cast<int>(-result);
  return -1;
}

int open_through_overlay(int start, const char* path, int flags, mode_t mode, sleave_intercept function,
                         std::uintptr_t site) {
  const auto open = [&] {
    const OpenedFile result = open_file(start, path, flags, mode);
    if (result.number >= 0 && result.file != nullptr) enter(static_cast<int>(result.number), result.file, flags);
    if (result.number >= 0 && result.file == nullptr) {
      enter_outside(static_cast<int>(result.number), flags, function, site);
    }
    return result;
  };
  return open_as_event(open, flags, site);
}

int open_nameless_in(Inode* folder, int flags, mode_t mode, std::uintptr_t site) {
  const auto open = [&] {
    const OpenedFile result = open_nameless(folder, flags, mode);
    if (result.number >= 0) enter(static_cast<int>(result.number), result.file, flags);
    return result;
  };
  return open_as_event(open, flags, site);
}

void file_written(const Opened* what) {
  if (what != nullptr && what->file != nullptr && what->file->is_file()) content_written(what->file);
}

void file_closed(const Opened& what) {
  if (what.file == nullptr) return;
  --what.file->opened;
  content_unused(what.file);
}

mode_t change_mask(mode_t mask) {
  const mode_t before = exchange_mask(mask & 0777);
  if (!mask_known) first_mask = before;
  mask_known = true;
  return before;
}

void put_back_files() {
  if (open_descriptors() != 0) close_what_is_open();
  close_contents_of_run();
  put_back_folder();
  if (mask_known) exchange_mask(first_mask);
}

bool files_are_as_at_start() { return !has_contents_of_run() && !mask_known && !folder_has_moved(); }

}  // namespace sleave::rt
