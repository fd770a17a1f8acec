# Warnings for our own code; both compilers build it clean.
add_library(sleave_warnings INTERFACE)
target_compile_options(sleave_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wno-unused-parameter)
option(SLEAVE_WERROR "Treat warnings as errors" OFF)
if(SLEAVE_WERROR)
  target_compile_options(sleave_warnings INTERFACE -Werror)
endif()
