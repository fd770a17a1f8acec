// libstdc++'s <bits/basic_string.tcc>, without the promise that the functions of std::string are in the library: so the
// program has them itself, instrumented.
#pragma GCC system_header
#include <bits/c++config.h>

// -1 is libstdc++'s own value for this, with which it checks preconditions of strings.
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
