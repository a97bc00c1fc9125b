# The files that tools/install writes, at the places of GNUInstallDirs.

include(GNUInstallDirs)

# In the files that are configured. A relative way is one where LIBDIR is absolute, too.
set(VERSION "${PROJECT_VERSION}")
set(ZSTD)
if(PERFC_SYSTEM_ZSTD)
  set(ZSTD " -lzstd")
endif()
file(RELATIVE_PATH LIBDIR "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH TO_INCLUDE "${CMAKE_INSTALL_FULL_LIBDIR}/cmake/perfc" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
# pkg-config knows the system's directories by their plain names alone.
set(PREFIX "${CMAKE_INSTALL_PREFIX}")
if(NOT PREFIX MATCHES "^/usr(/local)?$")
  file(RELATIVE_PATH PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
  string(REGEX REPLACE "/$" "" PREFIX "\${pcfiledir}/${PREFIX}")
endif()

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
  perfc_install_configured(pkgconfig packaging/pkgconfig/${name}.pc)
endfunction()

perfc_install_library(perfc perfc)
file(GLOB PERFC_HEADERS include/perfc/*.h bindings/cpp/perfc/*.hpp)
list(FILTER PERFC_HEADERS EXCLUDE REGEX "/perfc/profile[^/]*$")
install(FILES ${PERFC_HEADERS} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
install(FILES bindings/cpp/perfc.hpp DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
perfc_install_configured(cmake/perfc packaging/cmake/perfc-config.cmake)
perfc_install_configured(cmake/perfc packaging/cmake/perfc-config-version.cmake)

install(FILES bindings/abi.json DESTINATION "${CMAKE_INSTALL_DATADIR}/perfc")
install(FILES LICENSE THIRD_PARTY DESTINATION "${CMAKE_INSTALL_DOCDIR}")
file(GLOB PERFC_EXAMPLES examples/*.c)
file(GLOB PERFC_SAMPLER examples/sampler/*.[ch])
install(FILES ${PERFC_EXAMPLES} DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples")
install(FILES ${PERFC_SAMPLER} DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples/sampler")
install(DIRECTORY docs/man/man3 docs/man/man7 DESTINATION "${CMAKE_INSTALL_MANDIR}")

if(PERFC_BUILD_PROFILE)
  perfc_install_library(perfc_profile perfc-profile)
  file(GLOB PERFC_PROFILE_HEADERS include/perfc/profile*.h bindings/cpp/perfc/profile*.hpp)
  install(FILES ${PERFC_PROFILE_HEADERS} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
  install(DIRECTORY include/perfc/profile DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
endif()

if(PERFC_BUILD_TESTING_KIT)
  perfc_install_library(perfc_testing perfc-testing)
  install(FILES testing/perfc/testing.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/perfc")
endif()

if(PERFC_BUILD_TOOL)
  install(DIRECTORY docs/man/man1 DESTINATION "${CMAKE_INSTALL_MANDIR}")
  install(TARGETS perfc_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # Elsewhere than in /usr it finds the library without ld.so's help.
  if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    file(RELATIVE_PATH PERFC_TO_LIB "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
    set_target_properties(perfc_tool PROPERTIES INSTALL_RPATH "$ORIGIN/${PERFC_TO_LIB}")
  endif()
  install(FILES packaging/completion/perfc.bash
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME perfc)
  install(FILES packaging/completion/perfc.zsh
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" RENAME _perfc)
  install(FILES packaging/completion/perfc.fish
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
