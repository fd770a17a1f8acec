# Included by ctest, for sleave_add_test(... CASES): a test for each test case that the program has now. Expects name, sleave,
# run, program, arguments and timeout.
if(NOT EXISTS "${program}")
  add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)
  return()
endif()
execute_process(COMMAND ${sleave} run --list-cases ${program}
  OUTPUT_VARIABLE list ERROR_VARIABLE problem RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "${name}: its test cases are not known: ${problem}")
endif()
# One line is one name, whatever is in it: brackets and semicolons would glue or cut elements of a list.
string(REPLACE "[" "<sleave-open>" list "${list}")
string(REPLACE ";" "<sleave-semicolon>" list "${list}")
string(REPLACE "\n" ";" list "${list}")
foreach(case IN LISTS list)
  string(REPLACE "<sleave-open>" "[" case "${case}")
  string(REPLACE "<sleave-semicolon>" ";" case "${case}")
  if(NOT "${case}" STREQUAL "")
    add_test("${name}.${case}" ${sleave} ${run} "--cases=${case}" ${program} ${arguments})
    set_tests_properties("${name}.${case}" PROPERTIES LABELS sleave TIMEOUT ${timeout})
  endif()
endforeach()
