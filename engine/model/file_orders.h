// Files whose contents a search must order with all other calls on files and descriptors.
//
// Reads and writes of the contents of one regular file are steps of a location of their own (steps/file_steps.cc); all
// other calls on files and descriptors are steps of one location, the kernel. Some of these depend on contents as well:
// a stat, a truncation, or closing the descriptor that is read. That is sound as long as each such pair is ordered by
// the other steps in every order of the class, as a program without data races is right to take plain accesses for no
// events. Where one pair is not, the search learns that the file is shared, and restarts with its contents as part of
// the kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "engine/model/step.h"

namespace sleave {

// How one step of a run concerns files.
struct FileStep {
  struct Contents {
    std::uint64_t file = 0;
    bool writes = false;
  };

  std::size_t step = 0;       // which of the run's
  bool apart = false;         // a step of a file's own location: the only one of `contents`
  bool any_contents = false;  // it may depend on those of every file, and change them
  std::vector<Contents> contents;
  std::uint64_t opened = 0;              // name of what its descriptor refers to; 0: none
  std::optional<std::uint64_t> number;   // descriptor that it uses
  std::optional<std::uint64_t> changed;  // descriptor that it opens or closes
};

// Files with a step of their own and another step on which it depends, or which depends on it, that some order of the
// same class exchanges. `uses` are in the order of the steps, all steps of the kernel that concern files among them.
std::set<std::uint64_t> unordered_files(const graph::Steps& steps, const std::vector<FileStep>& uses);

}  // namespace sleave
