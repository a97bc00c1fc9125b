# What can be tested on any machine: that the examples compile and link, and, with the test
# kit, a profiler that needs no kernel.

file(GLOB PERFC_EXAMPLES CONFIGURE_DEPENDS examples/*.c)
foreach(source IN LISTS PERFC_EXAMPLES)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)  # For dladdr.
  target_link_libraries(${name} PRIVATE perfc::perfc Threads::Threads ${CMAKE_DL_LIBS})
endforeach()

foreach(library perfc_testing perfc_testing_static)
  if(TARGET perfc::${library})
    add_executable(sampler_with_${library} examples/sampler/sampler.c examples/sampler/sampler_test.c)
    target_link_libraries(sampler_with_${library} PRIVATE perfc::${library})
    add_test(NAME sampler_with_${library} COMMAND sampler_with_${library})
  endif()
endforeach()

if(PERFC_BUILD_TOOL)
  add_test(NAME tool_starts COMMAND perfc_tool --help)
endif()
