#include "engine/find/symbols/readable_name.h"

#include <gtest/gtest.h>

namespace sleave {
namespace {

TEST(ReadableName, KeepsNamesThatAreNotMangled) {
  EXPECT_EQ(readable_name("main"), "main");
  EXPECT_EQ(readable_name(""), "");
  EXPECT_EQ(readable_name("_Znonsense"), "_Znonsense");
}

TEST(ReadableName, Demangles) {
  EXPECT_EQ(readable_name("_ZN5Queue4pushEi"), "Queue::push(int)");
  EXPECT_EQ(readable_name("_ZZ3runvE7counter"), "run()::counter");
}

TEST(ReadableName, DropsTheCompilersMarks) {
  EXPECT_EQ(readable_name("main.cold"), "main");
  EXPECT_EQ(readable_name("times.0"), "times");
  EXPECT_EQ(readable_name("_ZN5Queue4pushEi.part.0"), "Queue::push(int)");
  EXPECT_EQ(readable_name("_ZN12_GLOBAL__N_17currentE.0"), "current");
}

TEST(ShortenName, DropsDefaultArguments) {
  EXPECT_EQ(shorten_name("f(std::vector<int, std::allocator<int> >&)"), "f(std::vector<int>&)");
  EXPECT_EQ(shorten_name("f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&)"),
            "f(std::string const&)");
  EXPECT_EQ(shorten_name("g(std::map<int, A, std::less<int>, std::allocator<std::pair<int const, A> > >)"),
            "g(std::map<int, A>)");
}

TEST(ShortenName, KeepsAnAllocatorThatIsTheFirstArgument) {
  EXPECT_EQ(shorten_name("std::allocator_traits<std::allocator<int> >::allocate(std::allocator<int>&, unsigned long)"),
            "std::allocator_traits<std::allocator<int>>::allocate(std::allocator<int>&, unsigned long)");
}

TEST(ShortenName, DropsReturnTypes) {
  EXPECT_EQ(shorten_name("void f<int>(int)"), "f<int>(int)");
  EXPECT_EQ(shorten_name("std::vector<int, std::allocator<int> > make<int>()"), "make<int>()");
  EXPECT_EQ(shorten_name("void (anonymous namespace)::f<int>(int)"), "f<int>(int)");
}

TEST(ShortenName, UnderstandsOperators) {
  EXPECT_EQ(shorten_name("operator new(unsigned long)"), "operator new(unsigned long)");
  EXPECT_EQ(shorten_name("bool A::operator< <int>(A const&) const"), "A::operator< <int>(A const&) const");
  EXPECT_EQ(shorten_name("main::$_0::operator()() const"), "main::$_0::operator()() const");
  EXPECT_EQ(shorten_name("main::{lambda(int)#1}::operator()(int) const"),
            "main::{lambda(int)#1}::operator()(int) const");
  EXPECT_EQ(shorten_name("A::operator->() const"), "A::operator->() const");
}

TEST(ShortenName, KeepsVariables) {
  EXPECT_EQ(shorten_name("(anonymous namespace)::table"), "table");
  EXPECT_EQ(shorten_name("f(int)::counter"), "f(int)::counter");
}

TEST(ShortFunction, KeepsTheNameOnly) {
  EXPECT_EQ(short_function("Queue<int>::push(int)"), "Queue::push");
  EXPECT_EQ(short_function("main"), "main");
  EXPECT_EQ(short_function("main::$_0::operator()() const"), "main::$_0::operator()");
  EXPECT_EQ(short_function("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
}

}  // namespace
}  // namespace sleave
