#include "engine/farm/bundle/bundle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "engine/base/file.h"
#include "engine/base/sha256.h"

namespace sleave::farm {
namespace {

const std::string kHash = sha256("");

std::string manifest_with(const std::string& path) { return manifest_of({.files = {{path, kHash, 0}}, .loader = ""}); }

TEST(Bundle, HasTheProgramItsLibrariesAndItsLoader) {
  const Result<Bundle> bundle = make_bundle({"/proc/self/exe"}, {});
  // It would be put in place of /proc, which every sandbox has.
  EXPECT_FALSE(bundle.ok());
  // The loader that is asked would take that for itself.
  const Result<Loaded> loaded = loaded_by(std::filesystem::read_symlink("/proc/self/exe").string());
  ASSERT_TRUE(loaded.ok());
  const std::string maps = read_file("/proc/self/maps").value();
  for (const std::string& library : loaded->libraries) {
    // The kernel names a library by its place without links.
    const std::string name = library.substr(library.rfind('/') + 1);
    EXPECT_NE(maps.find(name.substr(0, name.find(".so"))), std::string::npos) << library;
  }
  EXPECT_FALSE(loaded->loader.empty());
  EXPECT_GE(loaded->libraries.size(), 1u);
}

TEST(Bundle, AStaticProgramOrAScriptLoadsNothing) {
  const std::string script = testing::TempDir() + "sleave_bundle_script";
  ASSERT_TRUE(write_file(script, "#!/bin/sh\n").ok());
  const Result<Loaded> loaded = loaded_by(script);
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(loaded->loader.empty());
  EXPECT_TRUE(loaded->libraries.empty());
  const Result<Bundle> bundle = make_bundle({script}, {script});
  ASSERT_TRUE(bundle.ok());
  EXPECT_EQ(bundle->files, (std::vector<BundledFile>{{script, sha256("#!/bin/sh\n"), 10}}));
  EXPECT_TRUE(is_here(*bundle));
  ASSERT_TRUE(write_file(script, "#!/bin/ch\n").ok());
  EXPECT_FALSE(is_here(*bundle));
}

TEST(Bundle, ManifestsAreReadAgain) {
  const Bundle bundle{.files = {{"/a b", kHash, 7}, {"/usr/lib/x.so", kHash, 0}}, .loader = "/a b"};
  const Result<Bundle> read = bundle_from(manifest_of(bundle));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, bundle);
}

TEST(Bundle, PathsThatLeaveTheFolderAreRefused) {
  EXPECT_TRUE(bundle_from(manifest_with("/a/b")).ok());
  for (const char* path :
       {"", "/", "a", "/a/../b", "/..", "/a/", "/./a", "//a", "/proc/a", "/dev/null", "/.sleave/sleave"})
    EXPECT_FALSE(bundle_from(manifest_with(path)).ok()) << path;
  for (const char* text : {"", "[]", "{}", R"({"version":1,"loader":"","files":[{"path":"/a","hash":"x","bytes":0}]})",
                           R"({"version":1,"loader":"","files":[{"path":"/a"}]})"})
    EXPECT_FALSE(bundle_from(text).ok()) << text;
}

}  // namespace
}  // namespace sleave::farm
