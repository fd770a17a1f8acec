// Steps of files and descriptors.
#include <algorithm>

#include "abi/calls/intercepts.h"
#include "engine/model/steps/step_reader.h"

namespace sleave {

using graph::Op;
using graph::Step;

namespace {

// With more shared files than that, all files are shared: each one that is learned restarts the search.
constexpr std::size_t kMostSharedFiles = 32;

constexpr sleave_role kRoles[] = {
#define SLEAVE_CALL(function, family, treatment, role) SLEAVE_ROLE_##role,
#include "abi/calls/intercepts.def"
#undef SLEAVE_CALL
};

// What the call of the event may do to contents besides what it reports.
enum class Unreported : std::uint8_t { nothing, anything, anything_unless_reported };

Unreported unreported(const sleave_event& event) {
  if (event.kind != SLEAVE_EV_state_use) return Unreported::anything_unless_reported;
  if (event.value >= SLEAVE_CALL_COUNT) return Unreported::anything;
  switch (kRoles[event.value]) {
    case SLEAVE_ROLE_names:
      return Unreported::nothing;
    case SLEAVE_ROLE_contents:
      return Unreported::anything_unless_reported;
    default:
      return Unreported::anything;
  }
}

}  // namespace

bool StepReader::is_apart(std::uint64_t file) const {
  return files_apart_ && !facts_.shared_files.contains(file) && !facts_.shared_files.contains(kEveryFile);
}

// The notes of what an event does to contents come right after it. An event of a role that reports nothing may be
// followed by notes of what was called on the way.
FileStep StepReader::file_use(const sleave_event& event) const {
  FileStep use;
  use.step = run_.steps.size();
  const auto value = static_cast<std::int64_t>(event.value);
  const auto number = static_cast<std::int64_t>(event.extra);
  if (event.kind != SLEAVE_EV_state_use && number >= 0) {
    use.opened = event.location;
    use.number = event.extra;
  }
  if (event.kind == SLEAVE_EV_descriptor_close) use.changed = use.number;
  if (event.kind == SLEAVE_EV_descriptor_open && value >= 0) use.changed = event.value;
  const Unreported rest = unreported(event);
  use.any_contents = rest != Unreported::nothing;
  if (rest != Unreported::anything_unless_reported) return use;
  const sleave_event* const end = trace_.events.data() + trace_.events.size();
  for (const sleave_event* note = &event + 1; note != end && note->kind == SLEAVE_EV_file_use; ++note) {
    if (note->thread != event.thread) break;
    use.any_contents = false;
    if (note->value == 0) continue;
    const bool stream = (note->extra & SLEAVE_FILE_BY_STREAM) != 0;
    use.contents.push_back({note->value, stream || (note->extra & SLEAVE_FILE_WRITTEN) != 0});
    use.apart = (note->extra & SLEAVE_FILE_ONLY) != 0 && is_apart(note->value);
  }
  use.apart = use.apart && use.contents.size() == 1 && use.number.has_value();
  return use;
}

// What libc does to a file on its own comes after its event, and others' steps may come between.
void StepReader::look_at_stream(const sleave_event& event) {
  const sleave_event* const end = trace_.events.data() + trace_.events.size();
  for (const sleave_event* note = &event + 1; note != end && note->kind == SLEAVE_EV_file_use; ++note) {
    const bool stream = (note->extra & SLEAVE_FILE_BY_STREAM) != 0;
    if (stream && is_apart(note->value)) run_.news.shared_files.insert(note->value);
  }
}

Step StepReader::file_step(const sleave_event& event, Step step) {
  if (!files_apart_) return descriptor_step(step);
  look_at_stream(event);
  file_steps_.push_back(file_use(event));
  const FileStep& use = file_steps_.back();
  if (!use.apart) return descriptor_step(step);
  const FileStep::Contents& contents = use.contents.front();
  step.location = contents_of(contents.file);
  if (contents.writes) return update(step, Op::opaque);
  step.kind = Step::Kind::read;
  return step;
}

// The kernel is one object: what an operation on a descriptor finds may depend on every other, by numbers that are free
// and sets that are polled. What it does is not known here, only whether it could go on.
Step StepReader::descriptor_step(Step step) {
  step.location = kKernel;
  return update(step, Op::opaque, 1);
}

// Files and what else the kernel keeps are one object with descriptors; what the C library keeps is apart from it.
Step StepReader::state_step(const sleave_event& event, Step step) {
  if (event.value == SLEAVE_CALL_on_exit) unseen_handlers_ = true;
  const Step kernel = state_step(step);
  return kernel.location == kKernel ? file_step(event, step) : kernel;
}

Step StepReader::state_step(Step step) {
  const std::uint32_t state = SLEAVE_LOCATION_OWNER(step.location);
  if (state == SLEAVE_DESCRIPTOR_process || state == SLEAVE_DESCRIPTOR_files) return descriptor_step(step);
  return update(step, Op::opaque, 1);
}

void StepReader::look_at_files() {
  if (!files_apart_) return;
  std::set<std::uint64_t>& news = run_.news.shared_files;
  news.merge(unordered_files(run_.steps, file_steps_));
  const bool any = std::any_of(file_steps_.begin(), file_steps_.end(), [](const FileStep& use) { return use.apart; });
  const bool many = facts_.shared_files.size() + news.size() > kMostSharedFiles;
  if (any && (many || !trace_.inputs.empty())) news.insert(kEveryFile);
}

}  // namespace sleave
