# sleave_add_test(<name> SOURCES <file>... | TARGET <executable>
#                 [LIBRARIES <library>...] [CASES] [BUDGET <duration>] [STRATEGY <name>]
#                 [ARGUMENTS <word>...] [OPTIONS <option of sleave run>...])
#
# Builds the program <name> with Sleave's compilers, from SOURCES or from what the executable TARGET is made of, and adds a
# test that explores it. LIBRARIES, and those of TARGET, that the project builds are compiled for it once more, instrumented;
# the originals stay as they are. Whatever is not given is as on the command line and in sleave.toml.
#
#   CASES      the program is made with GoogleTest or Catch2: a test <name>.<case> for each of its test cases
#   BUDGET     30s, 5m, 2h: how long each test may search; 60s if not given
#   STRATEGY   see sleave run --help=all
#   ARGUMENTS  of the program
#
# What is found is kept in sleave-out/ of the current binary folder. Call it after the libraries are complete.
function(sleave_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CASES" "TARGET;BUDGET;STRATEGY" "SOURCES;LIBRARIES;ARGUMENTS;OPTIONS")
  sleave_check_arguments(sleave_add_test "CASES;TARGET;BUDGET;STRATEGY;SOURCES;LIBRARIES;ARGUMENTS;OPTIONS")
  if(NOT arg_SOURCES AND NOT arg_TARGET)
    message(FATAL_ERROR "sleave_add_test(${name}): neither SOURCES nor TARGET")
  endif()
  add_executable(${name} ${arg_SOURCES})
  if(arg_TARGET)
    sleave_copy_content(${arg_TARGET} ${name})
  endif()
  sleave_instrument(${name})
  sleave_copy_libraries(libraries ${arg_LIBRARIES})
  target_link_libraries(${name} PRIVATE ${libraries})

  set(run run --out=${CMAKE_CURRENT_BINARY_DIR}/sleave-out)
  set(seconds 1200)
  if(arg_BUDGET)
    sleave_seconds("${arg_BUDGET}" seconds)
    list(APPEND run --time=${arg_BUDGET} --runs=0)
  endif()
  if(arg_STRATEGY)
    list(APPEND run --strategy=${arg_STRATEGY})
  endif()
  list(APPEND run ${arg_OPTIONS})
  math(EXPR timeout "${seconds} * 2 + 300")  # for slow machines

  get_property(several_configurations GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(arg_CASES AND NOT several_configurations)
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}_sleave.cmake CONTENT
"set(name [==[${name}]==])
set(sleave [==[${SLEAVE_COMMAND}]==])
set(run [==[${run}]==])
set(program [==[$<TARGET_FILE:${name}>]==])
set(arguments [==[${arg_ARGUMENTS}]==])
set(timeout ${timeout})
include([==[${CMAKE_CURRENT_FUNCTION_LIST_DIR}/SleaveCases.cmake]==])
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}_sleave.cmake)
    return()
  endif()
  if(arg_CASES)
    list(APPEND run --cases=*)
  endif()
  add_test(NAME ${name} COMMAND ${SLEAVE_COMMAND} ${run} $<TARGET_FILE:${name}> ${arg_ARGUMENTS})
  set_tests_properties(${name} PROPERTIES LABELS sleave TIMEOUT ${timeout})
endfunction()

# sleave_add_client(<name> HEADER <file> CLASS <type> [LIBRARIES <library>...] [BUDGET <duration>]
#                   [OPTIONS <option of sleave synth>...])
# sleave_add_client(<name> SOURCES <client file> ...)
#
# Writes a client of the class in the build folder, builds it with Sleave's compilers, and adds a test that searches its
# clients. SOURCES is a client file that the project keeps. LIBRARIES are as in sleave_add_test; the class's include
# folders and definitions come from them.
function(sleave_add_client name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER;CLASS;BUDGET" "SOURCES;LIBRARIES;OPTIONS")
  sleave_check_arguments(sleave_add_client "HEADER;CLASS;BUDGET;SOURCES;LIBRARIES;OPTIONS")
  if(NOT arg_SOURCES AND NOT (arg_HEADER AND arg_CLASS))
    message(FATAL_ERROR "sleave_add_client(${name}): neither SOURCES nor HEADER and CLASS")
  endif()
  if(NOT arg_SOURCES)
    get_filename_component(header ${arg_HEADER} ABSOLUTE)
    set(arg_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${name}.cc)
    set(includes "$<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>")
    add_custom_command(OUTPUT ${arg_SOURCES}
      COMMAND ${SLEAVE_COMMAND} synth ${header} --class=${arg_CLASS} --write --rewrite --client-file=${arg_SOURCES}
        ${arg_OPTIONS} -- "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      DEPENDS ${header} COMMAND_EXPAND_LISTS VERBATIM)
  endif()
  add_executable(${name} ${arg_SOURCES})
  sleave_instrument(${name})
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_options(${name} PRIVATE -O1)
  find_package(Threads REQUIRED)
  sleave_copy_libraries(libraries ${arg_LIBRARIES})
  target_link_libraries(${name} PRIVATE ${libraries} Threads::Threads)

  set(seconds 1200)
  set(search synth --out=${CMAKE_CURRENT_BINARY_DIR}/sleave-out)
  if(arg_BUDGET)
    sleave_seconds("${arg_BUDGET}" seconds)
    list(APPEND search --time=${arg_BUDGET})
  endif()
  math(EXPR timeout "${seconds} * 2 + 300")  # for slow machines
  add_test(NAME ${name} COMMAND ${SLEAVE_COMMAND} ${search} $<TARGET_FILE:${name}>)
  set_tests_properties(${name} PROPERTIES LABELS sleave TIMEOUT ${timeout})
endfunction()

# sleave_add_regression_test(<name> SOURCES <file> PROGRAM <target> [LIBRARIES <library>...])
#
# A test that `sleave export --test` or `--gtest` wrote: it passes when PROGRAM, an executable of sleave_add_test or one
# built with sleave-c++, does not fail any more on the schedule that failed.
function(sleave_add_regression_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROGRAM" "SOURCES;LIBRARIES")
  sleave_check_arguments(sleave_add_regression_test "PROGRAM;SOURCES;LIBRARIES")
  if(NOT arg_SOURCES OR NOT arg_PROGRAM)
    message(FATAL_ERROR "sleave_add_regression_test(${name}): SOURCES and PROGRAM are needed")
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_17)
  target_compile_definitions(${name} PRIVATE
    SLEAVE_COMMAND="${SLEAVE_COMMAND}" SLEAVE_PROGRAM="$<TARGET_FILE:${arg_PROGRAM}>")
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  add_dependencies(${name} ${arg_PROGRAM})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS sleave)
endfunction()

# In a function that has parsed its arguments with the prefix `arg`: says what it did not understand.
macro(sleave_check_arguments function known)
  if(arg_UNPARSED_ARGUMENTS)
    list(GET arg_UNPARSED_ARGUMENTS 0 first)
    string(REPLACE ";" ", " words "${known}")
    message(FATAL_ERROR "${function}(${name}): '${first}' is not understood; known are ${words}")
  endif()
  foreach(missing IN LISTS arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${function}(${name}): ${missing} has no value")
  endforeach()
endmacro()

function(sleave_seconds duration result)
  if(NOT duration MATCHES "^([0-9]+)(s|m|h)$")
    message(FATAL_ERROR "BUDGET ${duration}: a number with s, m or h, such as 30s")
  endif()
  set(factor_s 1)
  set(factor_m 60)
  set(factor_h 3600)
  math(EXPR seconds "${CMAKE_MATCH_1} * ${factor_${CMAKE_MATCH_2}}")
  set(${result} ${seconds} PARENT_SCOPE)
endfunction()
