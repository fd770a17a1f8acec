#include "cli/target/standard_input.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace sleave {
namespace {

constexpr int kPatienceMilliseconds = 2'000;

Error problem(const char* what) {
  return {Tier::environment, std::string(what) + " standard input: " + std::strerror(errno)};
}

Status write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return problem("cannot keep");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok();
}

Result<Descriptor> file_in_memory() {
  Descriptor file(::memfd_create("stdin", MFD_CLOEXEC));
  if (!file.valid()) return problem("cannot keep");
  return file;
}

// Nothing to read, and not at its end.
bool stays_silent(int descriptor) {
  pollfd readable{descriptor, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&readable, 1, kPatienceMilliseconds)) < 0 && errno == EINTR) {
  }
  return ready == 0;
}

}  // namespace

Result<InputFile> InputFile::of(std::string_view bytes) {
  Result<Descriptor> file = file_in_memory();
  if (!file) return file.error();
  if (Status written = write_all(file->get(), bytes); !written) return written.error();
  return InputFile(std::move(*file));
}

Result<InputFile> InputFile::copy_of(int descriptor) {
  Result<Descriptor> file = file_in_memory();
  if (!file) return file.error();
  for (char part[1 << 16];;) {
    const ssize_t got = ::read(descriptor, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return problem("cannot read");
    if (got == 0) return InputFile(std::move(*file));
    if (Status written = write_all(file->get(), {part, static_cast<std::size_t>(got)}); !written) {
      return written.error();
    }
  }
}

Target::Input InputFile::input() const {
  struct stat status{};
  if (!file_.valid() || ::fstat(file_.get(), &status) != 0 || status.st_size == 0) return {};
  return {.path = "/proc/self/fd/" + std::to_string(file_.get()), .bytes = static_cast<std::uint64_t>(status.st_size)};
}

Status give_input(const std::string& bytes, InputFile& file, Target& target) {
  if (bytes.empty()) return ok();
  Result<InputFile> made = InputFile::of(bytes);
  if (!made) return made.error();
  file = std::move(*made);
  target.input = file.input();
  return ok();
}

Result<Target::Input> take_standard_input(InputFile& file) {
  struct stat status{};
  if (::fstat(STDIN_FILENO, &status) != 0) return Target::Input{};  // closed
  if (S_ISCHR(status.st_mode)) return Target::Input{.source = ::isatty(STDIN_FILENO) != 0 ? "a terminal" : ""};
  const bool stream = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  if (!stream && !S_ISREG(status.st_mode)) return Target::Input{};
  if (stream && stays_silent(STDIN_FILENO)) return Target::Input{.source = "a pipe without data for 2 s"};
  Result<InputFile> copy = InputFile::copy_of(STDIN_FILENO);
  if (!copy) return copy.error();
  file = std::move(*copy);
  return file.input();
}

}  // namespace sleave
