// Message queues of POSIX between the threads of this program: the names begin empty in every run, and no other process
// sees them. What mq_open returns is an event counter that says whether there is a message (readable) and whether there
// is room (writable), so that poll and epoll see what they would of a queue.
#pragma once

namespace sleave::rt {

struct QueueEnd;

// Its last descriptor was closed.
void close_queue_end(QueueEnd& end);

}  // namespace sleave::rt
