#include "cli/options/trusted_file.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace sleave {
namespace {

// The group that systems make for each user, with the user's name and nobody else in it.
bool is_private_group(gid_t group, uid_t owner) {
  const passwd* user = ::getpwuid(owner);
  if (user == nullptr) return group == owner;
  const std::string name = user->pw_name;
  const struct group* entry = ::getgrgid(group);
  if (entry == nullptr || name != entry->gr_name) return false;
  for (char** member = entry->gr_mem; *member != nullptr; ++member) {
    if (name != *member) return false;
  }
  return true;
}

// Nothing if only the user and root can change it.
std::string doubt_about(const struct stat& it, const std::string& what) {
  if (it.st_uid != ::geteuid() && it.st_uid != 0) return what + " belongs to another user";
  const bool by_group = (it.st_mode & S_IWGRP) != 0 && !is_private_group(it.st_gid, it.st_uid);
  if (by_group || (it.st_mode & S_IWOTH) != 0) return what + " is writable by others";
  return "";
}

}  // namespace

FileTrust trust_in(const std::string& path) {
  struct stat file{};
  struct stat folder{};
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (::stat(path.c_str(), &file) != 0 || ::stat(parent.empty() ? "." : parent.c_str(), &folder) != 0) {
    return {.doubt = "its owner is not known", .own = false};
  }
  FileTrust trust{.doubt = doubt_about(file, "it"), .own = file.st_uid == ::geteuid() && folder.st_uid == ::geteuid()};
  if (trust.doubt.empty()) trust.doubt = doubt_about(folder, "its folder");
  return trust;
}

}  // namespace sleave
