#include "engine/campaign/confirm/modules.h"

#include <fmt/format.h>

namespace sleave {

std::string build_id_of(const Trace& trace) {
  std::string text;
  if (trace.modules.empty()) return text;
  const sleave_trace_module& program = trace.modules[0];
  for (unsigned i = 0; i < program.build_id_bytes; ++i) text += fmt::format("{:02x}", program.build_id[i]);
  return text;
}

std::set<std::string> uninstrumented_modules(const Trace& trace) {
  std::set<std::string> names;
  for (const sleave_trace_module& module : trace.modules) {
    if (&module == trace.modules.data()) continue;  // the program: Trace::sight()
    const std::string path = module.path;
    const std::string name = path.substr(path.rfind('/') + 1);
    const bool kernel = name.starts_with("linux-vdso") || name.starts_with("[vdso");
    // Without code: ours has its functions.
    const bool replaced = name.starts_with("libtsan.so") || name.starts_with("libclang_rt.tsan");
    if (module.sight == SLEAVE_SIGHT_calls && !name.empty() && !kernel && !replaced) names.insert(name);
  }
  return names;
}

}  // namespace sleave
