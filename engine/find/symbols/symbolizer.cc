#include "engine/find/symbols/symbolizer.h"

#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace sleave {
namespace {

std::string file_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::span<const std::uint8_t> build_id(const sleave_trace_module& module) {
  const std::size_t bytes = module.build_id_bytes <= sizeof module.build_id ? module.build_id_bytes : 0;
  return {module.build_id, bytes};
}

// Space and owner: distances mean something only inside the same.
std::uint64_t memory_of(sleave_location location) { return location - SLEAVE_LOCATION_OFFSET(location); }

// A module of the target, its symbols, and the answers given so far.
struct OpenModule {
  OpenModule(const std::string& path, std::span<const std::uint8_t> id) : name(file_name(path)), symbols(path, id) {}

  std::string name;
  ModuleSymbols symbols;
  std::unordered_map<std::uint64_t, Stack> frames;
};

}  // namespace

struct Symbolizer::Impl {
  // The build-id is part of the key: a target may be rebuilt between two traces.
  using Key = std::pair<std::string, std::string>;
  std::map<Key, std::unique_ptr<OpenModule>> modules;

  OpenModule& open(const sleave_trace_module& module) {
    const auto id = build_id(module);
    auto& entry = modules[Key(module.path, std::string(id.begin(), id.end()))];
    if (!entry) entry = std::make_unique<OpenModule>(module.path, id);
    return *entry;
  }

  static Stack resolve(OpenModule& module, std::uint64_t address, std::uint64_t offset) {
    Stack frames = module.symbols.frames(address);
    if (frames.empty()) frames.emplace_back();
    for (Frame& frame : frames) {
      frame.module = module.name;
      frame.offset = offset;
    }
    return frames;
  }
};

Symbolizer::Symbolizer() : impl_(std::make_unique<Impl>()) {}
Symbolizer::~Symbolizer() = default;

Stack Symbolizer::frames(const Trace& trace, sleave_site site, bool exact) {
  const std::uint32_t index = SLEAVE_SITE_MODULE(site);
  const std::uint64_t offset = SLEAVE_SITE_OFFSET(site);
  if (index >= trace.modules.size()) {
    Frame unknown;
    unknown.offset = offset;
    return {unknown};
  }
  const auto& recorded = trace.modules[index];
  OpenModule& module = impl_->open(recorded);
  // A return address may be the first byte of the next line, or even of the next function.
  const std::uint64_t inside = exact || offset == 0 ? offset : offset - 1;
  const auto [entry, fresh] = module.frames.try_emplace(inside);
  if (fresh) entry->second = Impl::resolve(module, module.symbols.file_address(recorded.base, inside), inside);
  return entry->second;
}

Stack Symbolizer::stack(const Trace& trace, std::uint32_t stack, bool exact_top) {
  Stack result;
  bool exact = exact_top;
  for (const sleave_site site : trace.stack(stack)) {
    const Stack part = frames(trace, site, exact);
    result.insert(result.end(), part.begin(), part.end());
    exact = false;
  }
  return result;
}

std::optional<Variable> Symbolizer::variable(const Trace& trace, std::uint32_t module, std::uint64_t offset) {
  if (module >= trace.modules.size()) return std::nullopt;
  const auto& recorded = trace.modules[module];
  ModuleSymbols& symbols = impl_->open(recorded).symbols;
  return symbols.variable(symbols.file_address(recorded.base, offset));
}

std::optional<LocalVariable> Symbolizer::local(const Trace& trace, sleave_site site, sleave_location frame_pointer,
                                               sleave_location location) {
  const std::uint32_t module = SLEAVE_SITE_MODULE(site);
  const std::uint64_t offset = SLEAVE_SITE_OFFSET(site);
  if (module >= trace.modules.size() || offset == 0) return std::nullopt;
  if (memory_of(frame_pointer) != memory_of(location)) return std::nullopt;
  const auto& recorded = trace.modules[module];
  ModuleSymbols& symbols = impl_->open(recorded).symbols;
  return symbols.local(symbols.file_address(recorded.base, offset - 1), SLEAVE_LOCATION_OFFSET(frame_pointer),
                       static_cast<std::int64_t>(location - frame_pointer));
}

}  // namespace sleave
