#include "cli/target/clients.h"

#include <gtest/gtest.h>

#include <string>

namespace sleave {
namespace {

TEST(Clients, NothingIsNothing) {
  for (const char* text : {"", " ", ";", " ; "}) {
    const Result<std::string> clients = parse_clients(text);
    ASSERT_TRUE(clients.ok()) << text;
    EXPECT_EQ(*clients, "") << text;
  }
  EXPECT_TRUE(check_clients("").ok());
}

TEST(Clients, Mistakes) {
  EXPECT_FALSE(parse_clients("/no/such/program").ok());
  EXPECT_FALSE(parse_clients("/bin/sh -c true").ok()) << "not instrumented";
  EXPECT_FALSE(parse_clients("'/bin/sh").ok()) << "an open quote";
}

TEST(Clients, OfAReplayFileAreNotTrusted) {
  for (const char* text : {"/bin/sh\x1f-c\x1f", "/bin/sh", "\x1f\x1e", "/dev/zero\x1f\x1e"}) {
    EXPECT_FALSE(check_clients(text).ok()) << text;
  }
}

}  // namespace
}  // namespace sleave
