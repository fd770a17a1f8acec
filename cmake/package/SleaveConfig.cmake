# find_package(Sleave): SLEAVE_COMMAND, SLEAVE_CC, SLEAVE_CXX, and the functions of SleaveTest.cmake.
if(CMAKE_VERSION VERSION_LESS 3.21)
  set(Sleave_FOUND FALSE)
  set(Sleave_NOT_FOUND_MESSAGE "Sleave needs CMake 3.21 or newer")
  return()
endif()

# This file lies in lib/cmake/Sleave, or in lib/<architecture>/cmake/Sleave, of the installation that it belongs to.
foreach(command IN ITEMS sleave sleave-cc sleave-c++)
  unset(Sleave_found CACHE)
  find_program(Sleave_found ${command} NO_DEFAULT_PATH
    PATHS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)
  if(NOT Sleave_found)
    set(Sleave_FOUND FALSE)
    set(Sleave_NOT_FOUND_MESSAGE "${command} is missing from the installation of ${CMAKE_CURRENT_LIST_DIR}")
    return()
  endif()
  get_filename_component(Sleave_${command} ${Sleave_found} DIRECTORY)
  get_filename_component(Sleave_${command} ${Sleave_${command}} REALPATH)
  set(Sleave_${command} ${Sleave_${command}}/${command})
endforeach()
unset(Sleave_found CACHE)
set(SLEAVE_COMMAND ${Sleave_sleave})
set(SLEAVE_CC ${Sleave_sleave-cc})
set(SLEAVE_CXX ${Sleave_sleave-c++})

include(${CMAKE_CURRENT_LIST_DIR}/SleaveCopy.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/SleaveTest.cmake)
