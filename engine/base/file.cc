#include "engine/base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
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
  if (Status written = write_file(fresh, bytes); !written) return written;
  if (::rename(fresh.c_str(), path.c_str()) != 0) return file_error("cannot replace", path, errno);
  return sync_folder(parent_of(path));
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
