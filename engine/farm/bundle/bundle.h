// Bundle: the files that a program needs, each by the SHA-256 of its bytes, so that a node needs nothing but sleave.
//
// It has the programs (the target and its clients), what the loader loads with them, the loader itself and its cache of
// places, and files that the user names. Files keep their paths: in a sandbox a node sees them where the submitter did.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace sleave::farm {

struct BundledFile {
  std::string path;  // absolute, without "." and ".."
  std::string hash;
  std::uint64_t bytes = 0;

  bool operator==(const BundledFile&) const = default;
};

struct Bundle {
  std::vector<BundledFile> files;  // in the order of their paths
  std::string loader;              // one of them; empty: the program needs none

  bool operator==(const Bundle&) const = default;
};

// What a node transfers at most.
constexpr std::uint64_t kMostBundledBytes = 256ull << 20;

// The loader of a program and the libraries that it finds for it here, by asking the loader. None for a program that is
// linked statically. Executes nothing of the program.
struct Loaded {
  std::string loader;
  std::vector<std::string> libraries;
};
Result<Loaded> loaded_by(const std::string& program);

// `data`: files, and folders with all that is in them. Reads every file.
Result<Bundle> make_bundle(const std::vector<std::string>& programs, const std::vector<std::string>& data);

// The bundle as text. Its SHA-256 names the bundle.
std::string manifest_of(const Bundle& bundle);
// May come from anywhere: paths are checked.
Result<Bundle> bundle_from(const std::string& manifest);

// Whether every file is on this machine, at its path and with its content.
bool is_here(const Bundle& bundle);

}  // namespace sleave::farm
