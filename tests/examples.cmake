# The programs of examples/ carry no heading for tests; what they are expected to show stands here.
function(sleave_example_test name expected)
  set(source ${CMAKE_SOURCE_DIR}/examples/${name}.cc)
  sleave_test_program(examples/${name} ${source})
  sleave_determinism_test(examples/${name} ${source})
  sleave_script_test(examples.${name} bugs bugs/check_present.py --expect=${expected}
    --sleave=${SLEAVE_BIN_DIR}/sleave --source=${source} ${CMAKE_BINARY_DIR}/tests/examples/${name})
endfunction()

sleave_example_test(queue_test assertion)
sleave_example_test(bank_test deadlock)
sleave_example_test(lazy_test assertion)

# Found by an input; docs.readme and docs.pages look for it.
foreach(name IN ITEMS shop_test list_test stack_client)
  sleave_test_program(examples/${name} ${CMAKE_SOURCE_DIR}/examples/${name}.cc)
  sleave_determinism_test(examples/${name} ${CMAKE_SOURCE_DIR}/examples/${name}.cc)
endforeach()
