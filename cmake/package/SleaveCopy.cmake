# Copies of targets, compiled with Sleave's compilers beside the originals, which stay as they are.

# sleave_instrument(TARGET): compiles and links TARGET with sleave-cc and sleave-c++ instead of the project's compilers.
# Assertions are what tests look for, so they stay in; debug information is what reports are made from.
function(sleave_instrument target)
  set_target_properties(${target} PROPERTIES
    C_COMPILER_LAUNCHER "${SLEAVE_CC};-fsleave-instead-of"
    CXX_COMPILER_LAUNCHER "${SLEAVE_CXX};-fsleave-instead-of"
    C_LINKER_LAUNCHER "${SLEAVE_CC};-fsleave-instead-of"
    CXX_LINKER_LAUNCHER "${SLEAVE_CXX};-fsleave-instead-of")
  # All of it for inputs: a file that is not would make "for all inputs" impossible, and without inputs it costs nothing.
  target_compile_options(${target} PRIVATE -fsleave-inputs -g -UNDEBUG -Wno-unknown-warning-option -Wno-unused-command-line-argument)
endfunction()

set(SLEAVE_COPIED_PROPERTIES
  INCLUDE_DIRECTORIES SYSTEM_INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES LINK_OPTIONS LINK_DIRECTORIES
  INTERFACE_INCLUDE_DIRECTORIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_OPTIONS
  INTERFACE_COMPILE_FEATURES INTERFACE_LINK_OPTIONS INTERFACE_LINK_DIRECTORIES INTERFACE_SOURCES
  C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS
  POSITION_INDEPENDENT_CODE LINKER_LANGUAGE)

# sleave_copy_content(ORIGINAL COPY): sources, settings and libraries of one target for another. Libraries that the project
# builds are copied as well; others are taken as they are.
function(sleave_copy_content original copy)
  foreach(property IN LISTS SLEAVE_COPIED_PROPERTIES)
    get_target_property(value ${original} ${property})
    if(NOT value STREQUAL "value-NOTFOUND")
      set_property(TARGET ${copy} PROPERTY ${property} ${value})
    endif()
  endforeach()
  sleave_absolute_sources(${original} sources)
  if(sources)
    target_sources(${copy} PRIVATE ${sources})
    add_dependencies(${copy} ${original})  # which may write some of them
  endif()
  foreach(property IN ITEMS LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_target_property(libraries ${original} ${property})
    if(libraries)
      sleave_copy_libraries(copies ${libraries})
      set_property(TARGET ${copy} PROPERTY ${property} ${copies})
    endif()
  endforeach()
endfunction()

function(sleave_absolute_sources target result)
  get_target_property(sources ${target} SOURCES)
  get_target_property(source_dir ${target} SOURCE_DIR)
  get_target_property(binary_dir ${target} BINARY_DIR)
  set(absolute "")
  if(sources)
    foreach(source IN LISTS sources)
      if(NOT source MATCHES "^\\$<" AND NOT IS_ABSOLUTE "${source}")
        if(EXISTS "${source_dir}/${source}")
          set(source "${source_dir}/${source}")
        else()
          set(source "${binary_dir}/${source}")
        endif()
      endif()
      list(APPEND absolute "${source}")
    endforeach()
  endif()
  set(${result} "${absolute}" PARENT_SCOPE)
endfunction()

# sleave_copy_libraries(RESULT LIBRARY...): for each that the project builds, its copy.
function(sleave_copy_libraries result)
  set(copies "")
  foreach(library IN LISTS ARGN)
    if(library MATCHES "^\\$<LINK_ONLY:([^<>]+)>$")
      sleave_copy_library(${CMAKE_MATCH_1} copy)
      set(copy "$<LINK_ONLY:${copy}>")
    else()
      sleave_copy_library("${library}" copy)
    endif()
    list(APPEND copies "${copy}")
  endforeach()
  set(${result} "${copies}" PARENT_SCOPE)
endfunction()

function(sleave_copy_library library result)
  set(${result} "${library}" PARENT_SCOPE)
  if(NOT TARGET "${library}")
    return()
  endif()
  get_target_property(original ${library} ALIASED_TARGET)
  if(NOT original)
    set(original ${library})
  endif()
  get_target_property(imported ${original} IMPORTED)
  get_target_property(type ${original} TYPE)
  if(imported OR NOT type MATCHES "^(STATIC|SHARED|OBJECT|INTERFACE)_LIBRARY$")
    return()
  endif()
  set(kind ${CMAKE_MATCH_1})
  set(copy sleave_${original})
  if(NOT TARGET ${copy})
    add_library(${copy} ${kind} EXCLUDE_FROM_ALL)
    sleave_copy_content(${original} ${copy})
    if(NOT kind STREQUAL INTERFACE)
      sleave_instrument(${copy})
    endif()
  endif()
  set(${result} ${copy} PARENT_SCOPE)
endfunction()
