# perfc::perfc and perfc::perfc_static, the same of libperfc-profile and libperfc-testing, and
# perfc::perfc_minimal.

find_package(Threads REQUIRED)
include(packaging/cmake/source.cmake)

file(GLOB PERFC_ROOMS CONFIGURE_DEPENDS impl/*/*.cc)
# Of libperfc-minimal.a, and of static libraries.
list(FILTER PERFC_ROOMS EXCLUDE REGEX "/impl/(explain/no_reasons|static/in_archives)[.]cc$")
set(PERFC_CAPI ${PERFC_ROOMS})
list(FILTER PERFC_CAPI INCLUDE REGEX "/impl/capi/")
list(FILTER PERFC_ROOMS EXCLUDE REGEX "/impl/(capi|static)/")
file(GLOB PERFC_PROFILE_ROOMS CONFIGURE_DEPENDS impl/profile/*/*.cc)
set(PERFC_PROFILE_CAPI ${PERFC_PROFILE_ROOMS})
list(FILTER PERFC_PROFILE_CAPI INCLUDE REGEX "/profile/capi/")
list(FILTER PERFC_PROFILE_ROOMS EXCLUDE REGEX "/profile/capi/")
if(PERFC_SYSTEM_ABSEIL)
  find_package(absl REQUIRED)
else()
  include(packaging/cmake/abseil.cmake)
  perfc_abseil_folder(PERFC_ABSEIL)
  perfc_abseil_headers(PERFC_ABSEIL_HEADERS "${PERFC_ABSEIL}")
  file(GLOB PERFC_FILES impl/*/*.h impl/profile/*/*.h)
  perfc_abseil_sources(PERFC_ABSEIL_SOURCES "${PERFC_ABSEIL}" ${PERFC_FILES} ${PERFC_ROOMS} ${PERFC_CAPI}
    ${PERFC_PROFILE_ROOMS} ${PERFC_PROFILE_CAPI})
  # Its warnings are its authors' business.
  set_source_files_properties(${PERFC_ABSEIL_SOURCES} PROPERTIES COMPILE_OPTIONS -w)
endif()

# perfc_compile(TARGET): as the library's sources are compiled, of which no name shows
# but the ABI's.
function(perfc_compile target)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 17
    CXX_STANDARD_REQUIRED ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF
    UNITY_BUILD OFF
    EXCLUDE_FROM_ALL ON)
  target_compile_options(${target} PRIVATE
    -fno-exceptions -fno-rtti -fstack-protector-strong -ffunction-sections -fdata-sections
    -fno-lto  # libperfc.a is one object of machine code.
    $<$<NOT:$<BOOL:${PERFC_IS_TOP_LEVEL}>>:-w>  # Another project's flags are made for its own sources.
    "-ffile-prefix-map=${PROJECT_SOURCE_DIR}/="
    # It warns where nothing is optimised.
    $<$<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>,$<CONFIG:MinSizeRel>>:-U_FORTIFY_SOURCE>
    $<$<OR:$<CONFIG:Release>,$<CONFIG:RelWithDebInfo>,$<CONFIG:MinSizeRel>>:-D_FORTIFY_SOURCE=2>)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
  if(PERFC_SYSTEM_ABSEIL)
    target_link_libraries(${target} PRIVATE absl::strings absl::str_format absl::span absl::bits
      absl::function_ref)
  else()
    target_include_directories(${target} SYSTEM PRIVATE "${PERFC_ABSEIL_HEADERS}" "${PERFC_ABSEIL}")
  endif()
endfunction()

# All that is built, where nobody else asks for it.
set(PERFC_ALL ALL)
if(NOT PERFC_IS_TOP_LEVEL AND NOT PERFC_INSTALL)
  set(PERFC_ALL)
endif()

# perfc_shared(TARGET NAME MAP ROOMS OBJECTS...): perfc::TARGET, libNAME.so of those object
# libraries and the parts of the static libraries ROOMS that they need. It exports what MAP says.
function(perfc_shared target name map rooms)
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${target} SHARED ${ARGN})
  add_library(perfc::${target} ALIAS ${target})
  if(NOT PERFC_ALL)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    LINKER_LANGUAGE CXX
    VERSION ${PROJECT_VERSION}
    SOVERSION 0
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/${map}")
  target_include_directories(${target} INTERFACE "${PROJECT_SOURCE_DIR}/include"
    "${PROJECT_SOURCE_DIR}/bindings/cpp")
  target_link_libraries(${target} PRIVATE ${rooms} m ${CMAKE_DL_LIBS} Threads::Threads)
  target_link_options(${target} PRIVATE
    "LINKER:--version-script,${PROJECT_SOURCE_DIR}/${map}"
    LINKER:-z,defs LINKER:-z,relro,-z,now LINKER:-z,noexecstack LINKER:--gc-sections)
  if(NOT PERFC_SYSTEM_ABSEIL)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc)
  endif()
endfunction()

# perfc_archive(TARGET NAME ALL WITHOUT ROOMS OBJECTS...): perfc::TARGET, libNAME.a of those
# object libraries and the parts of ROOMS that they need, without the functions that the file
# WITHOUT lists. The linker takes the first of each name.
function(perfc_archive target name all without rooms)
  set(libraries ${ARGN})
  list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/lib${name}.a")
  add_custom_command(OUTPUT "${archive}"
    COMMAND "${PROJECT_SOURCE_DIR}/bazel/relocatable.sh" "${CMAKE_CXX_COMPILER}" "${CMAKE_LINKER}"
      "${CMAKE_AR}" "${CMAKE_NM}" "${CMAKE_OBJCOPY}" perfc_ "${without}" "${archive}"
      ${objects} ${archives}
    DEPENDS ${objects} ${rooms} "${without}" "${PROJECT_SOURCE_DIR}/bazel/relocatable.sh"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_archive ${all} DEPENDS "${archive}")
  add_dependencies(${target}_archive ${libraries})  # Make's rules know no objects of others.
  add_library(perfc::${target} STATIC IMPORTED GLOBAL)
  add_dependencies(perfc::${target} ${target}_archive)
  set_target_properties(perfc::${target} PROPERTIES
    IMPORTED_LOCATION "${archive}"
    INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include;${PROJECT_SOURCE_DIR}/bindings/cpp")
  target_link_libraries(perfc::${target} INTERFACE m ${CMAKE_DL_LIBS} Threads::Threads)
endfunction()

# perfc_library(TARGET NAME MAP ROOMS OBJECTS...): the two of a library.
function(perfc_library target name map rooms)
  if(PERFC_SYSTEM_ABSEIL)  # That is shared, and has the system's C++ library.
    perfc_shared(${target} ${name} ${map} "${rooms}" ${ARGN})
    return()
  endif()
  perfc_shared(${target} ${name} ${map} "${rooms}" ${ARGN} perfc_runtime)
  perfc_archive(${target}_static ${name} "${PERFC_ALL}" /dev/null "${rooms}"
    perfc_in_archives ${ARGN} perfc_runtime)
endfunction()

# perfc_objects(TARGET SOURCE...)
function(perfc_objects target)
  add_library(${target} OBJECT ${ARGN})
  perfc_compile(${target})
endfunction()

add_library(perfc_rooms STATIC ${PERFC_ROOMS} ${PERFC_ABSEIL_SOURCES})
perfc_compile(perfc_rooms)
perfc_objects(perfc_capi ${PERFC_CAPI})
if(NOT PERFC_SYSTEM_ABSEIL)
  # What replaces the C++ runtime's own.
  perfc_objects(perfc_runtime impl/static/runtime.cc)
  perfc_objects(perfc_in_archives impl/static/in_archives.cc)
endif()
perfc_library(perfc perfc impl/capi/perfc.map perfc_rooms perfc_capi)

if(PERFC_BUILD_PROFILE)
  include(packaging/cmake/zstd.cmake)
  add_library(perfc_profile_rooms STATIC ${PERFC_PROFILE_ROOMS})
  perfc_objects(perfc_profile_capi ${PERFC_PROFILE_CAPI})
  foreach(target perfc_profile_rooms perfc_profile_capi)
    perfc_compile(${target})
    target_link_libraries(${target} PRIVATE perfc_zstd)
  endforeach()
  # Of perfc_rooms it is base and abseil.
  set(PERFC_PROFILE_PARTS perfc_profile_rooms perfc_rooms)
  if(NOT PERFC_SYSTEM_ZSTD)
    list(APPEND PERFC_PROFILE_PARTS perfc_zstd)
  endif()
  perfc_library(perfc_profile perfc-profile impl/profile/capi/profile.map "${PERFC_PROFILE_PARTS}"
    perfc_profile_capi)
  target_link_libraries(perfc_profile PUBLIC perfc)
  if(NOT PERFC_SYSTEM_ABSEIL)
    target_link_libraries(perfc::perfc_profile_static INTERFACE perfc::perfc_static
      $<$<BOOL:${PERFC_SYSTEM_ZSTD}>:${PERFC_LIBZSTD}>)
  endif()
endif()

# For embedding where size counts: see docs/embedding.md. What nobody links isn't built.
if(NOT PERFC_SYSTEM_ABSEIL)
  set(PERFC_MINIMAL_ROOMS ${PERFC_ROOMS} "${PROJECT_SOURCE_DIR}/impl/explain/no_reasons.cc")
  # REASONS of impl/explain/BUILD.bazel.
  list(FILTER PERFC_MINIMAL_ROOMS EXCLUDE
    REGEX "/explain/(denied|errnos|explain|invalid|mmap|probe|rule_text|tracefs|trial)[.]cc$")
  add_library(perfc_minimal_rooms STATIC ${PERFC_MINIMAL_ROOMS} ${PERFC_ABSEIL_SOURCES})
  add_library(perfc_minimal_capi OBJECT ${PERFC_CAPI} impl/static/in_archives.cc impl/static/runtime.cc)
  foreach(target perfc_minimal_rooms perfc_minimal_capi)
    perfc_compile(${target})
    # As FOR_SIZE of bazel/copts.bzl.
    target_compile_options(${target} PRIVATE
      -Os -fno-asynchronous-unwind-tables -fomit-frame-pointer -fno-stack-protector)
  endforeach()
  perfc_archive(perfc_minimal perfc-minimal "" "${PROJECT_SOURCE_DIR}/impl/capi/not_in_minimal.txt"
    perfc_minimal_rooms perfc_minimal_capi)
endif()

if(PERFC_BUILD_TESTING_KIT)
  file(GLOB PERFC_KIT CONFIGURE_DEPENDS testing/*.cc)
  perfc_objects(perfc_kit ${PERFC_KIT})
  target_include_directories(perfc_kit PRIVATE testing)
  # Its own machine comes before that of the rooms.
  perfc_library(perfc_testing perfc-testing impl/capi/perfc.map perfc_rooms perfc_kit perfc_capi)
  target_include_directories(perfc_testing INTERFACE "${PROJECT_SOURCE_DIR}/testing")
  if(NOT PERFC_SYSTEM_ABSEIL)
    target_include_directories(perfc::perfc_testing_static INTERFACE "${PROJECT_SOURCE_DIR}/testing")
  endif()
endif()
