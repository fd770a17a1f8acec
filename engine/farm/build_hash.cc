#include "engine/farm/build_hash.h"

#include <fmt/format.h>

#include <set>

#include "engine/base/file.h"
#include "engine/base/sha256.h"

namespace sleave::farm {

// Where a module is may differ; that of the kernel is no part of the program.
std::string build_hash(const Trace& trace) {
  std::set<std::string> modules;
  for (const sleave_trace_module& module : trace.modules) {
    const std::string path = module.path;
    std::string line = path.substr(path.rfind('/') + 1);
    if (line.starts_with("linux-vdso") || line.starts_with("[vdso")) continue;
    line += ' ';
    for (unsigned i = 0; i < module.build_id_bytes; ++i) line += fmt::format("{:02x}", module.build_id[i]);
    modules.insert(line);
  }
  return sha256(fmt::format("{}", fmt::join(modules, "\n")));
}

Result<std::string> engine_hash(const std::string& version) {
  const Result<std::string> bytes = read_file("/proc/self/exe");
  if (!bytes) return bytes.error();
  return version + " " + sha256(*bytes);
}

}  // namespace sleave::farm
