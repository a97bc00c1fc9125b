# The files of tools/install, at the places of GNUInstallDirs.

# In the files that are configured. A relative way is one where LIBDIR is absolute, too.
set(VERSION "${PROJECT_VERSION}")
set(PREFIX "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH LIBDIR "${PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH INCLUDEDIR "${PREFIX}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
file(RELATIVE_PATH TO_INCLUDE "${CMAKE_INSTALL_FULL_LIBDIR}/cmake/perfc" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")

# perfc_install_configured(FOLDER FILE): FILE.in, filled in.
function(perfc_install_configured folder file)
  get_filename_component(name "${file}" NAME)
  configure_file("${file}.in" "${name}" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${name}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/${folder}")
endfunction()

# perfc_install_library(TARGET NAME)
function(perfc_install_library target name)
  install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  if(TARGET perfc::${target}_static)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/lib${name}.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  perfc_install_configured(pkgconfig tools/${name}.pc)
endfunction()

file(GLOB PERFC_HEADERS include/perfc/*.h bindings/cpp/perfc/*.hpp)
install(FILES ${PERFC_HEADERS} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
install(FILES bindings/cpp/perfc.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES bindings/abi.json DESTINATION "${CMAKE_INSTALL_DATADIR}/perfc")
perfc_install_configured(cmake/perfc packaging/cmake/perfc-config.cmake)
perfc_install_configured(cmake/perfc packaging/cmake/perfc-config-version.cmake)
perfc_install_library(perfc perfc)
if(PERFC_BUILD_TESTING_KIT)
  install(FILES testing/perfc/testing.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
  perfc_install_library(perfc_testing perfc-testing)
endif()
if(PERFC_BUILD_TOOL)
  install(TARGETS perfc_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
