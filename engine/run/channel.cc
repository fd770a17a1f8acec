#include "engine/run/channel.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

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
    {8, 0},
    {sizeof(sleave_trace_race), 4096},
    {sizeof(sleave_trace_choice), 65'536},
}};

constexpr std::uint64_t round_to_page(std::uint64_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

constexpr std::uint64_t section_offset(std::size_t kind) {
  std::uint64_t offset = round_to_page(sizeof(sleave_trace));
  for (std::size_t i = 0; i < kind; ++i) offset += round_to_page(kShapes[i].entry_bytes * kShapes[i].capacity);
  return offset;
}

constexpr std::uint64_t kTraceCapacity = section_offset(SLEAVE_SECTION_COUNT);
constexpr std::uint64_t kTotal = kTraceOffset + kTraceCapacity;

}  // namespace

Result<Channel> Channel::create() {
  Descriptor file(::memfd_create("sleave-channel", MFD_CLOEXEC));
  if (!file.valid()) return file_error("cannot create", "shared memory", errno);
  if (::ftruncate(file.get(), kTotal) != 0) return file_error("cannot size", "shared memory", errno);
  void* memory = ::mmap(nullptr, kTotal, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file.get(), 0);
  if (memory == MAP_FAILED) return file_error("cannot map", "shared memory", errno);
  return Channel(std::move(file), static_cast<std::byte*>(memory));
}

Channel::Channel(Channel&& other) noexcept
    : file_(std::move(other.file_)), memory_(std::exchange(other.memory_, nullptr)) {}

Channel::~Channel() {
  if (memory_ != nullptr) ::munmap(memory_, kTotal);
}

sleave_channel& Channel::header() const { return *reinterpret_cast<sleave_channel*>(memory_); }

void Channel::offer(sleave_isolation isolation, sleave_thread_mode threads, int command_fd, int status_fd) {
  header() = {.magic = SLEAVE_CHANNEL_MAGIC,
              .version = SLEAVE_CHANNEL_VERSION,
              .isolation = isolation,
              .threads = threads,
              .command_fd = command_fd,
              .status_fd = status_fd,
              .claimed = 0,
              .ready = 0,
              .worker_state = SLEAVE_WORKER_RUNS,
              .retires_because = SLEAVE_RETIREMENT_none,
              .gave_up_because = SLEAVE_RETIREMENT_none,
              .worker_runs = 0,
              .plan_offset = kPlanOffset,
              .plan_capacity = kPlanCapacity,
              .trace_offset = kTraceOffset,
              .trace_capacity = kTraceCapacity};
}

// What the last run wrote is only a hint here: a damaged directory costs memory, never correctness.
void Channel::release_large_sections() {
  const auto& last = *reinterpret_cast<const sleave_trace*>(memory_ + kTraceOffset);
  for (std::size_t i = 0; i < SLEAVE_SECTION_COUNT; ++i) {
    const std::uint64_t bytes = kShapes[i].entry_bytes * kShapes[i].capacity;
    if (bytes <= kKeptBytes || last.sections[i].count * kShapes[i].entry_bytes <= kKeptBytes) continue;
    ::fallocate(file_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                static_cast<off_t>(kTraceOffset + section_offset(i)), static_cast<off_t>(bytes));
  }
}

Status Channel::begin_run(const Plan& plan) {
  const std::vector<std::byte> bytes = serialize(plan);
  if (bytes.size() > kPlanCapacity) return Error{Tier::usage, "the plan is too large for the channel"};
  release_large_sections();
  std::memcpy(memory_ + kPlanOffset, bytes.data(), bytes.size());

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

bool Channel::ready() const { return std::atomic_ref(header().ready).load() != 0; }

sleave_retirement Channel::not_reset_because() const {
  const std::uint32_t why = std::atomic_ref(header().gave_up_because).load();
  return why < SLEAVE_RETIREMENT_COUNT ? static_cast<sleave_retirement>(why) : SLEAVE_RETIREMENT_none;
}

std::uint64_t Channel::progress() const {
  auto& trace = *reinterpret_cast<sleave_trace*>(memory_ + kTraceOffset);
  return std::atomic_ref(trace.events).load() + std::atomic_ref(trace.sections[SLEAVE_SECTION_EVENTS].count).load();
}

std::span<const std::byte> Channel::trace() const { return {memory_ + kTraceOffset, kTraceCapacity}; }

}  // namespace sleave
