// Files as the campaign needs them: whole, and safe against a kill at any moment.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace sleave {

Result<std::string> read_file(const std::string& path);

// Writes and syncs; a reader may see a part. For files in a folder that is renamed into place afterwards.
Status write_file(const std::string& path, std::string_view bytes);

// The same of what lies in several places, one after the other.
Status write_file(const std::string& path, std::span<const std::string_view> parts);

// Readers see the old content or the new, never a part, even after a crash of the machine.
Status replace_file(const std::string& path, std::string_view bytes);

// For a file that the user named. Writes through to what is there: a device, a pipe or the target of a symbolic link is
// written and never replaced; a regular file is replaced as above and keeps its mode. After an error nothing new is
// left behind, and an old regular file has its old content.
Status write_output(const std::string& path, std::string_view bytes);

// Puts the folder `fresh` where `path` is, in one step: nothing, or an older folder, which is then deleted.
Status replace_folder(const std::string& fresh, const std::string& path);

// With its parents.
Status make_folder(const std::string& path);

// "what path: reason of errno", as an environment error.
Error file_error(const std::string& what, const std::string& path, int error_number);

}  // namespace sleave
