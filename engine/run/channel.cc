#include "engine/run/channel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "abi/trace.h"
#include "engine/base/file.h"

namespace sleave {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kPlanOffset = kPage;
constexpr std::uint64_t kPlanCapacity = 64ull << 20;
constexpr std::uint64_t kTraceOffset = kPlanOffset + kPlanCapacity;
// A run that wrote more than this gives the memory back before the next one.
constexpr std::uint64_t kKeptBytes = 64ull << 20;

struct Shape {
  std::uint64_t entry_bytes;
  std::uint64_t capacity;
};
// 12 million events hold a run of 10^7; the other capacities are far above what such a run needs.
constexpr std::array<Shape, SLEAVE_SECTION_COUNT> kShapes = {{
    {sizeof(sleave_event), 12'000'000},
    {sizeof(sleave_trace_thread), 65'536},
    {sizeof(sleave_trace_held), 65'536},
    {sizeof(sleave_trace_module), 512},
    {sizeof(sleave_site), 4u << 20},
    {sizeof(sleave_trace_uncontrolled), 1024},
    {1, 16u << 20},
    {sizeof(sleave_trace_expression), 4u << 20},
    {sizeof(sleave_trace_race), 4096},
    {sizeof(sleave_trace_choice), 65'536},
    {sizeof(sleave_trace_contact), 4096},
    {sizeof(sleave_trace_pair), 4096},
    {sizeof(sleave_trace_input), 65'536},
    {1, 1u << 20},
    {sizeof(sleave_trace_path_constraint), 1u << 20},
    {sizeof(sleave_trace_concretization), 1024},
}};

constexpr std::uint64_t round_up(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }
constexpr std::uint64_t round_to_page(std::uint64_t bytes) { return round_up(bytes, kPage); }

constexpr std::uint64_t section_offset(std::size_t kind) {
  std::uint64_t offset = round_to_page(sizeof(sleave_trace));
  for (std::size_t i = 0; i < kind; ++i) offset += round_to_page(kShapes[i].entry_bytes * kShapes[i].capacity);
  return offset;
}

constexpr std::uint64_t kTraceCapacity = section_offset(SLEAVE_SECTION_COUNT);
constexpr std::uint64_t kPackedOffset = kTraceOffset + kTraceCapacity;
constexpr std::uint64_t kPackedCapacity = 32ull << 20;
constexpr std::uint64_t kTotal = kPackedOffset + kPackedCapacity;

// Which sections a run of the plan may fill.
std::array<bool, SLEAVE_SECTION_COUNT> wanted_sections(const Plan& plan) {
  constexpr std::uint32_t kAnyEvents = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_NOTES | SLEAVE_RECORD_ACCESSES;
  std::array<bool, SLEAVE_SECTION_COUNT> wanted{};
  wanted.fill(true);
  wanted[SLEAVE_SECTION_EVENTS] = (plan.record & kAnyEvents) != 0;
  wanted[SLEAVE_SECTION_EDGES] = (plan.record & SLEAVE_RECORD_EDGES) != 0;
  wanted[SLEAVE_SECTION_CONTACTS] = (plan.record & SLEAVE_RECORD_CONTACTS) != 0;
  wanted[SLEAVE_SECTION_PAIRS] = (plan.record & SLEAVE_RECORD_PAIRS) != 0;
  for (const sleave_section_kind kind :
       {SLEAVE_SECTION_EXPRESSIONS, SLEAVE_SECTION_PATH_CONSTRAINTS, SLEAVE_SECTION_CONCRETIZATIONS}) {
    wanted[kind] = (plan.record & SLEAVE_RECORD_PATH_CONSTRAINTS) != 0;
  }
  return wanted;
}

Error unwanted_records() { return {Tier::environment, "the trace is damaged: it has records that were not requested"}; }

}  // namespace

Result<Channel> Channel::create() {
  Descriptor file(::memfd_create("sleave-channel", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.valid()) return file_error("cannot create", "shared memory", errno);
  if (::ftruncate(file.get(), kTotal) != 0) {
    if (errno != EFBIG) return file_error("cannot size", "shared memory", errno);
    return Error{Tier::environment, "shared memory is larger than files may be\nraise the limit: ulimit -f unlimited"};
  }
  // A target that cut it off would kill whoever reads it.
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return file_error("cannot seal", "shared memory", errno);
  }
  void* memory = ::mmap(nullptr, kTotal, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file.get(), 0);
  if (memory == MAP_FAILED) return file_error("cannot map", "shared memory", errno);
  return Channel(std::move(file), static_cast<std::byte*>(memory));
}

Channel::Channel(Channel&& other) noexcept
    : file_(std::move(other.file_)), memory_(std::exchange(other.memory_, nullptr)), plans_(other.plans_) {}

Channel::~Channel() {
  if (memory_ != nullptr) ::munmap(memory_, kTotal);
}

sleave_channel& Channel::header() const { return *reinterpret_cast<sleave_channel*>(memory_); }

void Channel::offer(sleave_isolation isolation, const Target& target, int command_fd, int status_fd) {
  header() = {.magic = SLEAVE_CHANNEL_MAGIC,
              .version = SLEAVE_CHANNEL_VERSION,
              .isolation = isolation,
              .threads = target.threads,
              .command_fd = command_fd,
              .status_fd = status_fd,
              .claimed = 0,
              .ready = 0,
              .worker_state = SLEAVE_WORKER_RUNS,
              .retires_because = SLEAVE_RETIREMENT_none,
              .gave_up_because = SLEAVE_RETIREMENT_none,
              .worker_runs = 0,
              .plan_count = 1,
              .packed = 0,
              .plan_offset = kPlanOffset,
              .plan_capacity = kPlanCapacity,
              .trace_offset = kTraceOffset,
              .trace_capacity = kTraceCapacity,
              .packed_offset = kPackedOffset,
              .packed_capacity = kPackedCapacity,
              .stack_limit = target.stack_limit};
}

// Asks the system what there is: the counts that the last run left may be wrong.
void Channel::release_memory() {
  struct stat status{};
  constexpr std::uint64_t kBlockBytes = 512;
  if (::fstat(file_.get(), &status) != 0) return;
  if (static_cast<std::uint64_t>(status.st_blocks) * kBlockBytes <= kKeptBytes) return;
  ::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, kPlanOffset, kTotal - kPlanOffset);
}

Status Channel::begin_runs(std::span<const Plan> plans) {
  release_memory();
  std::uint64_t used = 0;
  header().plan_count = 0;
  for (const Plan& plan : plans) {
    const std::vector<std::byte> bytes = serialize(plan);
    if (bytes.size() > kPlanCapacity - used) break;
    std::memcpy(memory_ + kPlanOffset + used, bytes.data(), bytes.size());
    used = std::min(kPlanCapacity, round_up(used + bytes.size(), SLEAVE_PLAN_ALIGNMENT));
    ++header().plan_count;
  }
  if (header().plan_count == 0) return Error{Tier::usage, "the plan is too large for the channel"};
  plans_ = plans.first(header().plan_count);
  header().packed = 0;

  sleave_trace trace{};
  trace.magic = SLEAVE_TRACE_MAGIC;
  trace.version = SLEAVE_TRACE_VERSION;
  trace.outcome = SLEAVE_OUTCOME_unfinished;
  for (std::size_t i = 0; i < SLEAVE_SECTION_COUNT; ++i) {
    trace.sections[i] = {section_offset(i), kShapes[i].capacity, 0};
  }
  std::memcpy(memory_ + kTraceOffset, &trace, sizeof trace);
  return ok();
}

bool Channel::ready() const { return std::atomic_ref(header().ready).load() != SLEAVE_READY_NOT; }
bool Channel::serving() const { return std::atomic_ref(header().ready).load() == SLEAVE_READY_SERVING; }

std::uint64_t Channel::events() const {
  auto& trace = *reinterpret_cast<sleave_trace*>(memory_ + kTraceOffset);
  return std::atomic_ref(trace.events).load();
}

sleave_retirement Channel::not_reset_because() const {
  const std::uint32_t why = std::atomic_ref(header().gave_up_because).load();
  return why < SLEAVE_RETIREMENT_COUNT ? static_cast<sleave_retirement>(why) : SLEAVE_RETIREMENT_none;
}

std::uint64_t Channel::progress() const {
  auto& trace = *reinterpret_cast<sleave_trace*>(memory_ + kTraceOffset);
  return events() + std::atomic_ref(trace.sections[SLEAVE_SECTION_EVENTS].count).load() +
         std::atomic_ref(header().packed).load();
}

std::size_t Channel::packed() const {
  return std::min<std::size_t>(std::atomic_ref(header().packed).load(), plans_.size() - 1);
}

Result<Trace> Channel::read(Detail detail) const {
  const std::span<const std::byte> memory(memory_ + kTraceOffset, kTraceCapacity);
  sleave_trace header;
  std::memcpy(&header, memory.data(), sizeof header);
  const std::array wanted = wanted_sections(plans_[packed()]);
  for (std::size_t i = 0; i < SLEAVE_SECTION_COUNT; ++i) {
    sleave_section& section = header.sections[i];
    if (section.offset != section_offset(i) || section.capacity != kShapes[i].capacity) {
      return Error{Tier::environment, "the trace is damaged: a section was moved"};
    }
    if (section.count != 0 && !wanted[i]) return unwanted_records();
  }
  return read_trace(header, memory, detail);
}

Status PackedTraces::next(Detail detail, Trace& trace) {
  const Error damaged{Tier::environment, "the trace is damaged: it was packed wrongly"};
  const std::span<const std::byte> memory(channel_.memory_ + kPackedOffset, kPackedCapacity);
  sleave_packed entry;
  sleave_trace header;
  if (memory.size() - used_ < sizeof entry + sizeof header) return damaged;
  std::memcpy(&entry, memory.data() + used_, sizeof entry);
  if (entry.bytes < sizeof entry + sizeof header || entry.bytes > memory.size() - used_) return damaged;
  const auto trace_bytes = memory.subspan(used_ + sizeof entry, entry.bytes - sizeof entry);
  used_ += entry.bytes;
  std::memcpy(&header, trace_bytes.data(), sizeof header);
  const std::array wanted = wanted_sections(channel_.plans_[read_++]);
  for (std::size_t i = 0; i < SLEAVE_SECTION_COUNT; ++i) {
    if (header.sections[i].count != 0 && !wanted[i]) return unwanted_records();
  }
  if (Status read = read_trace_into(trace, header, trace_bytes, detail, modules_); !read) return read;
  if (modules_.empty()) modules_ = trace.modules;
  return ok();
}

}  // namespace sleave
