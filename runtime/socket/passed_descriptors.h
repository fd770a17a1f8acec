// Descriptors that travel in messages (SCM_RIGHTS): the receiver's numbers refer to what the sender's did.
#pragma once

#include <sys/socket.h>

namespace sleave::rt {

// The kernel took a message that holds these.
void descriptors_sent(const msghdr& message);

// The kernel gave one out, with new numbers in it.
void descriptors_received(const msghdr& message);

}  // namespace sleave::rt
