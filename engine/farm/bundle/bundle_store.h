// Bundles in the farm's database, and in the folder in which a node keeps files that it has fetched.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/farm/bundle/bundle.h"
#include "engine/farm/database.h"

namespace sleave::farm {

// Stores those files that the database does not have, and the list of all. The bundle's name. Each file is read again:
// one that has changed meanwhile is refused by the database.
Result<std::string> upload(Database& database, const Bundle& bundle);

// Of a campaign whose request names the bundle.
Result<Bundle> bundle_of(Database& database, std::int64_t campaign, const std::string& name);

// A folder of files named by their hashes, which nodes share. A file is there whole, or not at all; each is checked
// before it is used, and fetched again if it has changed.
class FileCache {
 public:
  // `say` gets lines for the user.
  FileCache(std::string folder, std::function<void(const std::string&)> say)
      : folder_(std::move(folder)), say_(std::move(say)) {}

  // All files of the bundle, fetched where they are missing.
  Status fetch(Database& database, std::int64_t campaign, const Bundle& bundle);
  // The same files below the folder `tree`, as /usr is below /.
  Status make_tree(const Bundle& bundle, const std::string& tree) const;

 private:
  [[nodiscard]] std::string place_of(const BundledFile& file) const { return folder_ + "/" + file.hash; }
  [[nodiscard]] bool has(const BundledFile& file) const;
  Status fetch(Database& database, std::int64_t campaign, const BundledFile& file);

  const std::string folder_;
  const std::function<void(const std::string&)> say_;
};

// Folders of a tree's libraries, for LD_LIBRARY_PATH, where programs of the tree run outside a sandbox. They use the
// machine's own loader: an error if it is another one.
Result<std::string> library_path(const Bundle& bundle, const std::string& tree);

}  // namespace sleave::farm
