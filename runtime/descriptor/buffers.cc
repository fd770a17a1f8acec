#include "runtime/descriptor/buffers.h"

#include "runtime/memory/access.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

namespace {
bool is_programs(std::uintptr_t site) { return is_seen_code(reinterpret_cast<const void*>(site)); }
}  // namespace

void buffers_read(const iovec* parts, std::size_t count, std::uintptr_t site) {
  if (!is_programs(site)) return;
  for (std::size_t i = 0; i < count; ++i) announce_read(parts[i].iov_base, parts[i].iov_len, site);
}

void buffers_filled(const iovec* parts, std::size_t count, long bytes, std::uintptr_t site) {
  if (bytes <= 0 || !is_programs(site)) return;
  auto left = static_cast<std::size_t>(bytes);
  for (std::size_t i = 0; i < count && left != 0; ++i) {
    const std::size_t here = parts[i].iov_len < left ? parts[i].iov_len : left;
    announce_write(parts[i].iov_base, here, site);
    left -= here;
  }
}

}  // namespace sleave::rt
