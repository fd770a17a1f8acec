#include "engine/farm/bundle/bundle_store.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include "engine/base/file.h"
#include "engine/base/sha256.h"
#include "engine/farm/farm.h"

namespace sleave::farm {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPartBytes = 1u << 20;  // far below what a row may have

std::uint64_t parts_of(const BundledFile& file) { return (file.bytes + kPartBytes - 1) / kPartBytes; }

Error changed(const BundledFile& file, const std::string& where) {
  return {Tier::environment,
          fmt::format("{} has another content {} than its hash {} says", file.path, where, file.hash)};
}

Status upload(Database& database, const BundledFile& file) {
  const Result<std::string> bytes = read_file(file.path);
  if (!bytes) return bytes.error();
  for (std::size_t part = 0; part < parts_of(file); ++part) {
    const std::string piece = bytes->substr(std::min(bytes->size(), part * kPartBytes), kPartBytes);
    const Answer put = database.query(
        "SELECT farm.put_part_v1($1, $2::int, $3::bytea)",
        {file.hash, part, Value::bytes({reinterpret_cast<const std::uint8_t*>(piece.data()), piece.size()})});
    if (!put.ok()) return error_of(put);
  }
  const Answer ended = database.query("SELECT farm.end_file_v1($1, $2::bigint)", {file.hash, file.bytes});
  if (!ended.ok()) return error_of(ended);
  return ended.rows[0][0] == "t" ? ok() : Status(changed(file, "now"));
}

Result<std::string> download(Database& database, std::int64_t campaign, const BundledFile& file) {
  std::string bytes;
  for (std::size_t part = 0; part < parts_of(file); ++part) {
    const Answer got = database.query("SELECT farm.part_v1($1::bigint, $2, $3::int)", {campaign, file.hash, part});
    if (!got.ok()) return error_of(got);
    const std::optional<std::vector<std::uint8_t>> piece = bytes_of(got.rows[0][0]);
    if (!piece || piece->size() > kPartBytes) return changed(file, "in the farm's database");
    bytes.append(piece->begin(), piece->end());
  }
  if (sha256(bytes) != file.hash) return changed(file, "in the farm's database");
  return bytes;
}

}  // namespace

Result<std::string> upload(Database& database, const Bundle& bundle) {
  std::vector<std::string> hashes;
  for (const BundledFile& file : bundle.files) hashes.push_back(file.hash);
  const Answer missing = database.query("SELECT * FROM farm.missing_files_v1($1)", {Value::array(hashes)});
  if (!missing.ok()) return error_of(missing);
  std::set<std::string> wanted;
  for (const std::vector<std::string>& row : missing.rows) wanted.insert(row[0]);
  for (const BundledFile& file : bundle.files) {
    if (wanted.erase(file.hash) == 0) continue;  // two files may have the same content
    if (Status stored = upload(database, file); !stored) return stored.error();
  }
  const std::string manifest = manifest_of(bundle);
  const Answer put = database.query("SELECT farm.put_bundle_v1($1, $2)", {sha256(manifest), manifest});
  if (!put.ok()) return error_of(put);
  return sha256(manifest);
}

Result<Bundle> bundle_of(Database& database, std::int64_t campaign, const std::string& name) {
  const Answer got = database.query("SELECT farm.bundle_v1($1::bigint)", {campaign});
  if (!got.ok()) return error_of(got);
  if (sha256(got.rows[0][0]) != name)
    return Error{Tier::environment, "the campaign's list of files has another content than its hash says"};
  return bundle_from(got.rows[0][0]);
}

bool FileCache::has(const BundledFile& file) const {
  std::error_code problem;
  if (!fs::exists(place_of(file), problem)) return false;
  const Result<std::string> bytes = read_file(place_of(file));
  if (bytes && sha256(*bytes) == file.hash) return true;
  say_(changed(file, "in " + folder_).message + ": fetched again");
  return false;
}

Status FileCache::fetch(Database& database, std::int64_t campaign, const BundledFile& file) {
  const Result<std::string> bytes = download(database, campaign, file);
  if (!bytes) return bytes.error();
  const std::string fresh = fmt::format("{}.{}", place_of(file), ::getpid());
  if (Status written = write_file(fresh, *bytes); !written) return written;
  // Nobody writes it any more, this node included.
  if (::chmod(fresh.c_str(), 0555) != 0 || ::rename(fresh.c_str(), place_of(file).c_str()) != 0)
    return file_error("cannot rename", fresh, errno);
  return ok();
}

Status FileCache::fetch(Database& database, std::int64_t campaign, const Bundle& bundle) {
  if (Status made = make_folder(folder_); !made) return made;
  for (const BundledFile& file : bundle.files) {
    if (has(file)) continue;
    if (Status fetched = fetch(database, campaign, file); !fetched) return fetched;
  }
  return ok();
}

Status FileCache::make_tree(const Bundle& bundle, const std::string& tree) const {
  for (const BundledFile& file : bundle.files) {
    const std::string path = tree + file.path;
    if (Status made = make_folder(fs::path(path).parent_path().string()); !made) return made;
    if (::link(place_of(file).c_str(), path.c_str()) != 0) return file_error("cannot link", path, errno);
  }
  return ok();
}

Result<std::string> library_path(const Bundle& bundle, const std::string& tree) {
  std::set<std::string> folders;
  for (const BundledFile& file : bundle.files) {
    const fs::path path(file.path);
    if (path.filename().string().find(".so") != std::string::npos) folders.insert(tree + path.parent_path().string());
    if (file.path != bundle.loader) continue;
    const Result<std::string> own = read_file(file.path);
    if (own && sha256(*own) == file.hash) continue;
    return Error{Tier::environment,
                 "this machine's C library differs from that of the campaign's program\ninstall bubblewrap: in a "
                 "sandbox the program has its own"};
  }
  return fmt::format("{}", fmt::join(folders, ":"));
}

}  // namespace sleave::farm
