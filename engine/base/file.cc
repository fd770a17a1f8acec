#include "engine/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "engine/base/descriptor.h"

namespace sleave {
namespace {

Status write_all(int fd, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error("cannot write", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ok();
}

Status sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid()) return file_error("cannot open", path, errno);
  // Some file systems cannot sync a folder and say EINVAL; then the rename is as durable as it gets.
  if (::fsync(folder.get()) != 0 && errno != EINVAL) return file_error("cannot sync", path, errno);
  return ok();
}

std::string parent_of(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

// What a symbolic link leads to; also if that does not exist yet.
std::string behind_links(const std::string& path) {
  std::error_code problem;
  std::filesystem::path place = path;
  constexpr int kMostLinks = 40;  // as in the kernel; the open that follows reports the loop
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(place, problem); ++i) {
    const std::filesystem::path target = std::filesystem::read_symlink(place, problem);
    if (problem) break;
    place = target.is_absolute() ? target : place.parent_path() / target;
  }
  return place.string();
}

bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

bool names(const std::string& path, const struct stat& file) {
  struct stat there{};
  return ::stat(path.c_str(), &there) == 0 && same_file(there, file);
}

bool is_open_as(int descriptor, const struct stat& file) {
  struct stat open{};
  return ::fstat(descriptor, &open) == 0 && same_file(open, file);
}

Status write_in_place(const std::string& path, std::string_view bytes) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY));
  if (!file.valid()) return file_error("cannot open", path, errno);
  return write_all(file.get(), path, bytes);
}

// The mode of a new file: that of the one it replaces, or what the umask leaves.
mode_t mode_for(const struct stat* old) {
  if (old != nullptr) return old->st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// Into a file of its own beside `path`, which it replaces; removed after an error.
Status write_beside(const std::string& path, const struct stat* old, std::string_view bytes) {
  std::string fresh = path + ".XXXXXX";
  const Descriptor file(::mkostemp(fresh.data(), O_CLOEXEC));
  if (!file.valid()) return file_error("cannot create", path, errno);
  Status done = write_all(file.get(), path, bytes);
  if (done && ::fsync(file.get()) != 0 && errno != EINVAL) done = file_error("cannot sync", path, errno);
  if (done && ::fchmod(file.get(), mode_for(old)) != 0) done = file_error("cannot change the mode of", path, errno);
  if (done && ::rename(fresh.c_str(), path.c_str()) != 0) done = file_error("cannot replace", path, errno);
  if (!done) ::unlink(fresh.c_str());
  return done;
}

}  // namespace

Error file_error(const std::string& what, const std::string& path, int error_number) {
  return {Tier::environment, what + " " + path + ": " + std::strerror(error_number)};
}

Result<std::string> read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return file_error("cannot open", path, errno);
  std::string bytes;
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(file.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("cannot read", path, errno);
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
}

Status write_file(const std::string& path, std::string_view bytes) { return write_file(path, std::span(&bytes, 1)); }

Status write_file(const std::string& path, std::span<const std::string_view> parts) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file.valid()) return file_error("cannot create", path, errno);
  for (const std::string_view part : parts) {
    if (Status written = write_all(file.get(), path, part); !written) return written;
  }
  if (::fsync(file.get()) != 0 && errno != EINVAL) return file_error("cannot sync", path, errno);
  return ok();
}

Status replace_file(const std::string& path, std::string_view bytes) {
  const std::string fresh = path + ".new";
  Status done = write_file(fresh, bytes);
  if (done && ::rename(fresh.c_str(), path.c_str()) != 0) done = file_error("cannot replace", path, errno);
  if (!done) ::unlink(fresh.c_str());
  if (!done) return done;
  return sync_folder(parent_of(path));
}

Status write_output(const std::string& path, std::string_view bytes) {
  struct stat there{};
  if (::stat(path.c_str(), &there) != 0) {
    if (errno != ENOENT) return file_error("cannot open", path, errno);
    return write_beside(behind_links(path), nullptr, bytes);
  }
  // /dev/stdout and the like: the offset is shared with whatever else goes there.
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    if (is_open_as(stream, there)) return write_all(stream, path, bytes);
  }
  // Other names of the same file, and files in folders that take no new ones, are written where they are.
  const std::string place = behind_links(path);
  const bool replaceable = S_ISREG(there.st_mode) && there.st_nlink == 1 && there.st_uid == ::geteuid() &&
                           names(place, there) && ::access(parent_of(place).c_str(), W_OK) == 0;
  return replaceable ? write_beside(place, &there, bytes) : write_in_place(path, bytes);
}

Status replace_folder(const std::string& fresh, const std::string& path) {
  if (Status synced = sync_folder(fresh); !synced) return synced;
  if (::rename(fresh.c_str(), path.c_str()) != 0) {
    if (errno != ENOTEMPTY && errno != EEXIST) return file_error("cannot create", path, errno);
    if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) != 0) {
      return file_error("cannot replace", path, errno);
    }
    std::error_code ignored;
    std::filesystem::remove_all(fresh, ignored);
  }
  return sync_folder(parent_of(path));
}

Status make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return file_error("cannot create folder", path, error.value());
  return ok();
}

}  // namespace sleave
