#include "runtime/socket/passed_descriptors.h"

#include <string.h>
#include <sys/stat.h>

#include "runtime/base/arena.h"
#include "runtime/base/raw.h"
#include "runtime/descriptor/table.h"

namespace sleave::rt {

namespace {

struct OnItsWay {
  Opened* what;
  dev_t device;
  ino_t file;
};
ArenaArray<OnItsWay> travelling;  // in the order they were sent: some kinds cannot be told apart otherwise

OnItsWay look_at(int descriptor) {
  struct stat status = {};
  raw_call(__NR_fstat, descriptor, reinterpret_cast<long>(&status));
  return {nullptr, status.st_dev, status.st_ino};
}

template <typename Visit>
void for_each_descriptor(const msghdr& message, Visit visit) {
  auto* whole = const_cast<msghdr*>(&message);
  for (cmsghdr* part = CMSG_FIRSTHDR(whole); part != nullptr; part = CMSG_NXTHDR(whole, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number;
      memcpy(&number, CMSG_DATA(part) + i * sizeof number, sizeof number);
      visit(number);
    }
  }
}

Opened* arrived(int descriptor) {
  const OnItsWay seen = look_at(descriptor);
  for (std::size_t i = 0; i < travelling.size(); ++i) {
    if (travelling[i].device != seen.device || travelling[i].file != seen.file) continue;
    Opened* what = travelling[i].what;
    travelling.remove(i);
    --what->numbers;  // the message's own
    return what;
  }
  return nullptr;
}

}  // namespace

void descriptors_sent(const msghdr& message) {
  for_each_descriptor(message, [](int number) {
    OnItsWay entry = look_at(number);
    entry.what = opened(number);
    if (entry.what == nullptr) return;
    ++entry.what->numbers;
    travelling.push(entry);
  });
}

void descriptors_received(const msghdr& message) {
  for_each_descriptor(message, [](int number) { add_descriptor(number, arrived(number)); });
}

}  // namespace sleave::rt
