#include "engine/analyze/names/object_names.h"

#include <fmt/format.h>

#include <string_view>

#include "abi/layout.h"
#include "engine/analyze/names/descriptor_name.h"
#include "engine/analyze/names/place.h"
#include "engine/find/symbols/code_origin.h"
#include "engine/find/symbols/readable_name.h"

namespace sleave {
namespace {

std::string with_offset(const std::string& name, std::uint64_t offset) {
  return offset == 0 ? name : fmt::format("{}+{}", name, offset);
}

bool is_heap(sleave_location location) {
  return SLEAVE_LOCATION_SPACE(location) == SLEAVE_SPACE_SLOT &&
         SLEAVE_LOCATION_OFFSET(location) < SLEAVE_SLOT_HEAP_BYTES;
}

// A static initializer is named after the variable that it initializes.
std::string without_guard(const std::string& name) {
  constexpr std::string_view kGuard = "guard variable for ";
  return name.starts_with(kGuard) ? name.substr(kGuard.size()) : name;
}

// The name of the whole variable that `name` names a part of.
std::string whole(const std::string& name) { return name.substr(0, name.find_first_of(".[")); }

// Distinguishes a local variable from others of its name: the thread, the function, the depth of a recursion.
std::string distinction(int attempt, const std::string& thread, const std::string& function) {
  if (attempt == 0) return fmt::format(" ({})", thread);
  return attempt == 1 ? fmt::format(" ({})", function) : fmt::format(" ({} #{})", function, attempt);
}

// "local 'queue.lock' of main() of size 40, declared at queue.cc:43".
std::string local_place(const StackVariable& variable, const std::string& path, std::uint64_t size) {
  const LocalVariable& local = variable.local;
  const Frame declaration{.function = {}, .file = local.file, .line = local.line, .module = {}};
  return fmt::format("{} '{}{}' of {}() of size {}{}", local.parameter ? "parameter" : "local", local.name, path,
                     short_function(local.function), size,
                     local.line != 0 ? ", declared at " + place_text(declaration) : "");
}

}  // namespace

ObjectNames::ObjectNames(const Trace& trace, Symbolizer& symbolizer)
    : trace_(trace), symbolizer_(symbolizer), heap_(trace), stacks_(trace, symbolizer) {}

std::optional<Variable> ObjectNames::variable(sleave_location location) {
  if (SLEAVE_LOCATION_SPACE(location) != SLEAVE_SPACE_MODULE) return std::nullopt;
  return symbolizer_.variable(trace_, SLEAVE_LOCATION_OWNER(location), SLEAVE_LOCATION_OFFSET(location));
}

std::string ObjectNames::slot_owner(std::uint32_t slot) const {
  for (std::uint32_t i = 0; i < trace_.threads.size(); ++i) {
    if (trace_.threads[i].slot == slot) return trace_.thread_label(i);
  }
  return fmt::format("slot {}", slot);
}

std::string ObjectNames::place(sleave_location location, std::uint64_t at) {
  const std::uint32_t owner = SLEAVE_LOCATION_OWNER(location);
  const std::uint64_t offset = SLEAVE_LOCATION_OFFSET(location);
  if (const auto found = variable(location)) {
    const std::string tail = found->offset == 0 ? "" : fmt::format(", offset {}", found->offset);
    return fmt::format("global '{}' of size {}{}", found->name, found->size, tail);
  }
  if (SLEAVE_LOCATION_SPACE(location) == SLEAVE_SPACE_MODULE) {
    const std::string path = owner < trace_.modules.size() ? trace_.modules[owner].path : "unknown module";
    return fmt::format("data of {} at 0x{:x}", path.substr(path.rfind('/') + 1), offset);
  }
  if (SLEAVE_LOCATION_SPACE(location) == SLEAVE_SPACE_DESCRIPTOR) return descriptor_name(location);
  if (SLEAVE_LOCATION_SPACE(location) != SLEAVE_SPACE_SLOT) return fmt::format("address 0x{:x}", offset);
  if (const auto found = stacks_.find(location, at)) {
    const Member& member = found->local.member;
    const std::string tail = member.offset == 0 ? "" : fmt::format(", offset {}", member.offset);
    return local_place(*found, member.path, member.size) + tail;
  }
  if (!is_heap(location)) return "on the stack of " + slot_owner(owner);
  const HeapBlock* block = heap_.find(location, at);
  if (block == nullptr) return fmt::format("heap of {}", slot_owner(owner));
  const std::string tail = location == block->begin ? "" : fmt::format(", offset {}", location - block->begin);
  return fmt::format("heap block #{} of {} of size {}{}", block->ordinal, trace_.thread_label(block->thread),
                     block->size, tail);
}

std::string ObjectNames::numbered(const Key& key, const std::string& first, FindingObject object) {
  const auto [entry, fresh] = names_.try_emplace(key);
  if (fresh) {
    entry->second = first + std::to_string(++last_number_[first]);
    object.label = entry->second;
    objects_.push_back(std::move(object));
  }
  return entry->second;
}

std::string ObjectNames::name(sleave_location location, Category category, std::uint64_t at) {
  if (category == Category::thread) {
    return trace_.thread_label(static_cast<std::uint32_t>(SLEAVE_LOCATION_OFFSET(location)));
  }
  if (SLEAVE_LOCATION_SPACE(location) == SLEAVE_SPACE_DESCRIPTOR) return descriptor_name(location);
  const std::string first = category_letter(category);
  if (first.empty()) return data_name(location, at);
  if (const auto found = source_name(location, at)) return listed(*found, category, location, at);
  // An object in a block that was handed out again is another object.
  const HeapBlock* block = is_heap(location) ? heap_.find(location, at) : nullptr;
  const std::uint64_t life = block != nullptr ? (block->allocated + 1) << 8 : 0;
  const Key key(location, static_cast<std::uint64_t>(category) | life);
  if (const auto known = names_.find(key); known != names_.end()) return known->second;
  FindingObject object{.label = "", .category = category_word(category), .place = place(location, at)};
  if (block != nullptr) add_life(*block, object);
  return numbered(key, first, std::move(object));
}

const std::string& ObjectNames::listed(const std::string& name, Category category, sleave_location location,
                                       std::uint64_t at) {
  const auto [entry, fresh] = listed_.insert(name);
  if (fresh) {
    objects_.push_back(
        {.label = name, .category = category_word(category), .place = place(location, at), .named = true});
  }
  return *entry;
}

void ObjectNames::add_life(const HeapBlock& block, FindingObject& object) {
  object.allocated_by = trace_.thread_label(block.thread);
  object.allocated_at = trim(symbolizer_.stack(trace_, block.stack), Top::program);
  if (block.freed == HeapBlock::kNever) return;
  object.freed_by = trace_.thread_label(block.free_thread);
  object.freed_at = trim(symbolizer_.stack(trace_, block.free_stack), Top::program);
}

std::string ObjectNames::heap_name(const HeapBlock& block, sleave_location location) {
  FindingObject object{.label = "",
                       .category = "heap block",
                       .place = fmt::format("heap block #{} of {} of size {}", block.ordinal,
                                            trace_.thread_label(block.thread), block.size)};
  add_life(block, object);
  return with_offset(numbered(Key(block.begin, block.allocated), "H", std::move(object)), location - block.begin);
}

std::string ObjectNames::global_name(const Variable& variable) {
  const std::string name = without_guard(variable.name);
  const auto [entry, fresh] = taken_.emplace(whole(name), kGlobal);
  return (entry->second != kGlobal ? "::" : "") + with_offset(name, variable.offset);
}

const std::string& ObjectNames::local_suffix(const StackVariable& variable) {
  const LocalVariable& local = variable.local;
  const auto [entry, fresh] = suffixes_.try_emplace(LocalKey(variable.begin, local.name, local.function));
  std::string& suffix = entry->second;
  if (!fresh) return suffix;
  const auto namesake = taken_.find(local.name);
  int attempt = namesake != taken_.end() && namesake->second == variable.thread ? 1 : 0;
  for (; !taken_.emplace(local.name + suffix, variable.thread).second; ++attempt) {
    suffix = distinction(attempt, trace_.thread_label(variable.thread), short_function(local.function));
  }
  objects_.push_back(
      {.label = local.name + suffix, .category = "variable", .place = local_place(variable, "", local.size)});
  return suffix;
}

std::string ObjectNames::local_name(const StackVariable& variable) {
  const Member& member = variable.local.member;
  const std::string& suffix = local_suffix(variable);
  return with_offset(variable.local.name + member.path, member.offset) + suffix;
}

std::optional<std::string> ObjectNames::source_name(sleave_location location, std::uint64_t at) {
  if (const auto found = variable(location)) return global_name(*found);
  if (const auto found = stacks_.find(location, at)) return local_name(*found);
  return std::nullopt;
}

std::string ObjectNames::data_name(sleave_location location, std::uint64_t at) {
  if (auto found = source_name(location, at)) return std::move(*found);
  if (is_heap(location)) {
    if (const HeapBlock* block = heap_.find(location, at)) return heap_name(*block, location);
  }
  const bool on_stack = SLEAVE_LOCATION_SPACE(location) == SLEAVE_SPACE_SLOT && !is_heap(location);
  const Key key(location, static_cast<std::uint64_t>(Category::data));
  return numbered(key, on_stack ? "V" : "X",
                  {.label = "", .category = on_stack ? "variable" : "data", .place = place(location, at)});
}

sleave_location ObjectNames::location_of(std::uint64_t address) const {
  if (address >= SLEAVE_SLOT_BASE && address < SLEAVE_SLOT_END) {
    const std::uint64_t inside = address - SLEAVE_SLOT_BASE;
    return SLEAVE_LOCATION(SLEAVE_SPACE_SLOT, inside / SLEAVE_SLOT_BYTES, inside % SLEAVE_SLOT_BYTES);
  }
  for (std::size_t i = 0; i < trace_.modules.size(); ++i) {
    const auto& module = trace_.modules[i];
    if (address >= module.base && address < module.end) {
      return SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, i, address - module.base);
    }
  }
  return 0;
}

std::optional<std::string> ObjectNames::pointee(std::uint64_t value, std::uint64_t at) {
  const sleave_location location = location_of(value);
  if (const auto found = source_name(location, at)) return "&" + *found;
  const HeapBlock* block = is_heap(location) ? heap_.find(location, at) : nullptr;
  if (block == nullptr) return std::nullopt;
  return "&" + heap_name(*block, location);
}

}  // namespace sleave
