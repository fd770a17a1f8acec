// PACKAGE: libspdlog-dev
// LINK: -DSPDLOG_FMT_EXTERNAL -lfmt
// spdlog's asynchronous logger: lines of one thread come out in order and none is lost, though the queue is shorter
// than they are many.
#include <spdlog/async.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cassert>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

int main() {
  std::ostringstream out;
  const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
  auto pool = std::make_shared<spdlog::details::thread_pool>(2, 1);
  {
    const auto logger =
        std::make_shared<spdlog::async_logger>("test", sink, pool, spdlog::async_overflow_policy::block);
    logger->set_pattern("%v");
    const auto log = [&](const char* first, const char* second) {
      logger->info(first);
      logger->info(second);
    };
    std::jthread one(log, "a", "b");
    std::jthread other(log, "c", "d");
  }
  pool.reset();
  const std::string lines = out.str();
  assert(lines.size() == 8);
  assert(lines.find("a\n") < lines.find("b\n"));
  assert(lines.find("c\n") < lines.find("d\n"));
}
