#include "engine/find/symbols/code_origin.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

Frame in(const char* function, const char* file = "a.cc", const char* module = "a.out") {
  return {function, file, 1, 0, module, 0, false};
}

std::vector<std::string> names(const Stack& stack) {
  std::vector<std::string> result;
  for (const Frame& frame : stack) result.push_back(frame.function);
  return result;
}
using Names = std::vector<std::string>;

TEST(CodeOrigin, TellsProgramLibraryAndRuntimeApart) {
  EXPECT_EQ(origin(in("Queue::push(int)")), Origin::program);
  EXPECT_EQ(origin(in("standard()")), Origin::program);
  EXPECT_EQ(origin(in("abort_mission")), Origin::program);  // a prefix of a name is not the name
  EXPECT_EQ(origin(in("std::mutex::lock()")), Origin::library);
  EXPECT_EQ(origin(in("__asan::ReportGenericError(unsigned long)")), Origin::runtime);
  EXPECT_EQ(origin(in("handleDivremOverflowImpl(__ubsan::OverflowData*, unsigned long)")), Origin::runtime);
  EXPECT_EQ(origin(in("pthread_mutex_lock", "/src/runtime/sync/mutex.cc")), Origin::library);
  EXPECT_EQ(origin(in("pthread_mutex_lock", "")), Origin::library);
  EXPECT_EQ(origin(in("read", "/usr/include/x86_64-linux-gnu/bits/unistd.h")), Origin::library);
  EXPECT_EQ(origin(in("read", "stream.h")), Origin::program);  // a method, where names have no class
  EXPECT_EQ(origin(in("__assert_fail")), Origin::library);
  EXPECT_EQ(origin(in("helper()", "/usr/include/c++/12/bits/std_thread.h")), Origin::library);
  EXPECT_EQ(origin(in("memcpy", "", "libc.so.6")), Origin::library);
  EXPECT_EQ(origin(in("", "", "")), Origin::library);
  EXPECT_EQ(origin(in("sleave::rt::fail(sleave::rt::Failure const&)")), Origin::runtime);
  EXPECT_EQ(origin(in("__sleave_atomic_load_4")), Origin::runtime);
}

TEST(CodeOrigin, TestFrameworksAreLibraries) {
  EXPECT_EQ(origin(in("testing::Test::Run()")), Origin::library);
  EXPECT_EQ(
      origin(in("void testing::internal::HandleExceptionsInMethodIfSupported<testing::Test, void>(testing::Test*)")),
      Origin::library);
  EXPECT_EQ(origin(in("Catch::RunContext::runTest(Catch::TestCase const&)")), Origin::library);
  EXPECT_EQ(origin(in("RUN_ALL_TESTS()", "/usr/include/gtest/gtest.h")), Origin::library);
  EXPECT_EQ(origin(in("Queue_KeepsOrder_Test::TestBody()")), Origin::program);
  EXPECT_EQ(origin(in("mine(testing::Message const&)")), Origin::program);
  EXPECT_EQ(origin(in("std::vector<int> mine<testing::Message>()")), origin(in("std::vector<int> mine<int>()")));
  const Stack stack = {in("Queue_KeepsOrder_Test::TestBody()"), in("testing::Test::Run()"),
                       in("testing::UnitTest::Run()"), in("main"), in("__libc_start_main")};
  EXPECT_EQ(names(trim(stack, Top::program)), (std::vector<std::string>{"Queue_KeepsOrder_Test::TestBody()", "main"}));
}

const Stack kLocking = {in("sleave::rt::lock()"), in("pthread_mutex_lock", ""), in("std::mutex::lock()"),
                        in("transfer()"),         in("std::__invoke()"),        in("worker()"),
                        in("std::thread::run()"), in("sleave::rt::start()")};

TEST(Trim, BeginsAtTheProgramAndEndsAtItsThread) {
  EXPECT_EQ(names(trim(kLocking, Top::program)), (Names{"transfer()", "std::__invoke()", "worker()"}));
}

TEST(Trim, KeepsTheLibraryAboveACrash) {
  const Stack crash = {in("memcpy", "", "libc.so.6"), in("copy()"), in("main"), in("__libc_start_main")};
  EXPECT_EQ(names(trim(crash, Top::library)), (Names{"memcpy", "copy()", "main"}));
  EXPECT_EQ(names(trim(kLocking, Top::library)),
            (Names{"pthread_mutex_lock", "std::mutex::lock()", "transfer()", "std::__invoke()", "worker()"}));
}

TEST(Trim, WithoutTheProgramOnlyTheRuntimeGoes) {
  EXPECT_EQ(names(trim({in("std::thread::join()"), in("sleave::rt::start()")}, Top::program)),
            (Names{"std::thread::join()"}));
  EXPECT_TRUE(trim({}, Top::program).empty());
}

TEST(InnermostOwn, PrefersTheProgram) {
  EXPECT_EQ(innermost_own(kLocking)->function, "transfer()");
  const Stack library = {in("sleave::rt::x()"), in("std::thread::join()")};
  EXPECT_EQ(innermost_own(library)->function, "std::thread::join()");
  const Stack runtime = {in("sleave::rt::x()")};
  EXPECT_EQ(innermost_own(runtime), nullptr);
}

TEST(CallerOfInstalled, IsTheFirstOutsideOfInstalledHeaders) {
  const Stack client = {in("std::mutex::lock()"), in("pool::post()", "/usr/include/pool/post.hpp"),
                        in("pool::run()", "/usr/include/pool/run.hpp"), in("serve()"), in("main")};
  EXPECT_EQ(caller_of_installed(client)->function, "serve()");
  EXPECT_EQ(caller_of_installed(kLocking), nullptr);  // that is where the program itself is
  const Stack thread = {in("pool::run()", "/usr/include/pool/run.hpp"), in("std::thread::run()")};
  EXPECT_EQ(caller_of_installed(thread), nullptr);
}

}  // namespace
}  // namespace sleave
