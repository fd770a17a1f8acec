# A fingerprint of abi/, the contract of pass, runtime and engine: Sleave refuses programs that were built with another one.
file(GLOB contract_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/abi/*.h ${PROJECT_SOURCE_DIR}/abi/*.def
  ${PROJECT_SOURCE_DIR}/abi/calls/*.h ${PROJECT_SOURCE_DIR}/abi/calls/*.def)
list(SORT contract_files)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${contract_files})
set(contract_text "")
foreach(file IN LISTS contract_files)
  file(SHA256 ${file} hash)
  string(APPEND contract_text ${hash})
endforeach()
string(SHA256 SLEAVE_CONTRACT "${contract_text}")
string(SUBSTRING ${SLEAVE_CONTRACT} 0 12 SLEAVE_CONTRACT)
configure_file(cmake/contract.h.in ${CMAKE_BINARY_DIR}/include/abi/contract.h @ONLY)
