#include "engine/run/output_limit.h"

#include <sys/stat.h>
#include <unistd.h>

namespace sleave {

void cut_output(const Output& output) {
  struct stat status{};
  if (output.kind != Output::Kind::file || ::stat(output.path.c_str(), &status) != 0) return;
  if (static_cast<std::uint64_t>(status.st_size) <= kKeptOutputBytes) return;
  (void)!::truncate(output.path.c_str(), static_cast<off_t>(kKeptOutputBytes));
}

}  // namespace sleave
