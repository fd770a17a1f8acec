#include "engine/farm/bundle/bundle.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "engine/base/file.h"
#include "engine/base/sha256.h"
#include "engine/farm/bundle/command.h"

namespace sleave::farm {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kVersion = 1;
constexpr const char* kPlacesOfLibraries = "/etc/ld.so.cache";

// The path of the loader that a program names; none: it is linked statically, or is no program.
std::string interpreter_of(const std::string& bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return "";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return "";
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    const std::size_t at = header.e_phoff + i * sizeof part;
    if (at > bytes.size() || bytes.size() - at < sizeof part) return "";
    std::memcpy(&part, bytes.data() + at, sizeof part);
    if (part.p_type != PT_INTERP) continue;
    if (part.p_offset > bytes.size() || bytes.size() - part.p_offset < part.p_filesz) return "";
    const std::string name(bytes.data() + part.p_offset, part.p_filesz);
    return name.substr(0, name.find('\0'));
  }
  return "";
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

// "libm.so.6 => /lib/libm.so.6 (0x7f...)" or "/opt/libx.so (0x7f...)"; nothing for the kernel's own.
Result<std::string> library_of(const std::string& line, const std::string& program) {
  const std::size_t arrow = line.find(" => ");
  std::string path = arrow == std::string::npos ? line : line.substr(arrow + 4);
  if (path.starts_with("not found")) {
    return Error{Tier::usage, fmt::format("{} needs {}, which the loader does not find\nset LD_LIBRARY_PATH", program,
                                          line.substr(0, arrow))};
  }
  path = path.substr(0, path.rfind(" (0x"));
  return path.starts_with('/') ? path : std::string();
}

Error too_large(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = 1u << 20;
  return {Tier::usage,
          fmt::format("program, libraries and data have more than {} MB, and a farm takes {} MB\nstrip the program "
                      "('strip --strip-debug'), or leave data out",
                      bytes / kMega, kMostBundledBytes / kMega)};
}

// Files by path, so that each is there once.
class Collection {
 public:
  Status add(const std::string& path) {
    if (files_.contains(path)) return ok();
    std::error_code problem;
    bytes_ += fs::file_size(path, problem);
    if (bytes_ > kMostBundledBytes) return too_large(bytes_);
    const Result<std::string> bytes = read_file(path);
    if (!bytes) return bytes.error();
    files_[path] = {path, sha256(*bytes), bytes->size()};
    return ok();
  }

  Status add_data(const std::string& name) {
    const std::string path = absolute(name);
    std::error_code problem;
    if (!fs::is_directory(path, problem)) {
      if (!fs::is_regular_file(path, problem)) return Error{Tier::usage, "--data: there is no file " + name};
      return add(path);
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path, problem)) {
      if (!entry.is_regular_file(problem)) continue;
      if (Status added = add(entry.path().string()); !added) return added;
    }
    return ok();
  }

  [[nodiscard]] std::vector<BundledFile> files() const {
    std::vector<BundledFile> all;
    for (const auto& [path, file] : files_) all.push_back(file);
    return all;
  }

 private:
  std::map<std::string, BundledFile> files_;
  std::uint64_t bytes_ = 0;
};

bool is_hash(const std::string& text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Nothing outside the folder that a bundle is put in, and nothing in place of what every sandbox has.
bool is_proper(const std::string& path) {
  if (path.size() < 2 || path[0] != '/' || path.find("//") != std::string::npos) return false;
  if (path.find('\0') != std::string::npos) return false;
  for (const fs::path& part : fs::path(path).relative_path()) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  for (const char* taken : {"/proc/", "/dev/", "/sys/", "/.sleave/"}) {
    if (path.starts_with(taken)) return false;
  }
  return true;
}

}  // namespace

Result<Loaded> loaded_by(const std::string& program) {
  const Result<std::string> bytes = read_file(program);
  if (!bytes) return bytes.error();
  Loaded loaded;
  loaded.loader = interpreter_of(*bytes);
  if (loaded.loader.empty()) return loaded;
  const Result<Ended> listed = run_command({loaded.loader, "--list", program});
  if (!listed) return listed.error();
  std::istringstream lines(listed->output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('\t')) continue;  // not a library
    const Result<std::string> path = library_of(line.substr(1), program);
    if (!path) return path.error();
    if (!path->empty() && *path != loaded.loader) loaded.libraries.push_back(absolute(*path));
  }
  if (listed->code == 0) return loaded;
  return Error{Tier::environment,
               "cannot list the libraries of " + program + ": " + listed->output.substr(0, listed->output.find('\n'))};
}

Result<Bundle> make_bundle(const std::vector<std::string>& programs, const std::vector<std::string>& data) {
  Bundle bundle;
  Collection files;
  for (const std::string& program : programs) {
    if (Status added = files.add(absolute(program)); !added) return added.error();
    const Result<Loaded> loaded = loaded_by(program);
    if (!loaded) return loaded.error();
    for (const std::string& library : loaded->libraries) {
      if (Status added = files.add(library); !added) return added.error();
    }
    if (loaded->loader.empty()) continue;
    bundle.loader = loaded->loader;
    if (Status added = files.add(loaded->loader); !added) return added.error();
    std::error_code ignored;
    if (!fs::exists(kPlacesOfLibraries, ignored)) continue;
    if (Status added = files.add(kPlacesOfLibraries); !added) return added.error();
  }
  for (const std::string& name : data) {
    if (Status added = files.add_data(name); !added) return added.error();
  }
  bundle.files = files.files();
  for (const BundledFile& file : bundle.files) {
    if (!is_proper(file.path)) return Error{Tier::usage, "a farm cannot copy " + file.path};
  }
  return bundle;
}

std::string manifest_of(const Bundle& bundle) {
  json files = json::array();
  for (const BundledFile& file : bundle.files)
    files.push_back({{"path", file.path}, {"hash", file.hash}, {"bytes", file.bytes}});
  const json manifest = {{"version", kVersion}, {"loader", bundle.loader}, {"files", files}};
  return manifest.dump(-1, ' ', true, json::error_handler_t::replace);
}

Result<Bundle> bundle_from(const std::string& manifest) {
  const Error damaged{Tier::environment, "the campaign's list of files is damaged"};
  const json saved = json::parse(manifest, nullptr, false);
  if (!saved.is_object()) return damaged;
  try {
    if (saved.at("version") != kVersion) return damaged;
    Bundle bundle;
    bundle.loader = saved.at("loader");
    std::uint64_t bytes = 0;
    for (const json& entry : saved.at("files")) {
      const BundledFile file{entry.at("path"), entry.at("hash"), entry.at("bytes")};
      if (!is_proper(file.path) || !is_hash(file.hash) || file.bytes > kMostBundledBytes) return damaged;
      if ((bytes += file.bytes) > kMostBundledBytes) return damaged;
      bundle.files.push_back(file);
    }
    return bundle;
  } catch (const json::exception&) {
    return damaged;
  }
}

bool is_here(const Bundle& bundle) {
  return std::all_of(bundle.files.begin(), bundle.files.end(), [](const BundledFile& file) {
    // Where a library is, not which: whatever the machine's own cache has, the loader finds these.
    if (file.path == kPlacesOfLibraries) return true;
    std::error_code problem;
    if (fs::file_size(file.path, problem) != file.bytes || problem) return false;
    const Result<std::string> bytes = read_file(file.path);
    return bytes.ok() && sha256(*bytes) == file.hash;
  });
}

}  // namespace sleave::farm
