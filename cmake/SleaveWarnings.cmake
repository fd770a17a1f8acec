# Warnings for our own code; both compilers build it clean.
add_library(sleave_warnings INTERFACE)
target_compile_options(sleave_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-unused-parameter)
# GCC 12 sees overlapping copies inside std::string where there are none (GCC bug 105651).
target_compile_options(sleave_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
option(SLEAVE_WERROR "Treat warnings as errors" OFF)
if(SLEAVE_WERROR)
  target_compile_options(sleave_warnings INTERFACE -Werror)
endif()
