# perfc_zstd: compression and decompression of today's format in the caller's thread.

if(PERFC_SYSTEM_ZSTD)
  find_library(PERFC_LIBZSTD zstd)
  find_path(PERFC_LIBZSTD_HEADERS zstd.h)
  if(NOT PERFC_LIBZSTD OR NOT PERFC_LIBZSTD_HEADERS)
    message(FATAL_ERROR "PERFC_SYSTEM_ZSTD needs libzstd and its headers.")
  endif()
  add_library(perfc_zstd INTERFACE)
  target_link_libraries(perfc_zstd INTERFACE "${PERFC_LIBZSTD}")
  target_include_directories(perfc_zstd SYSTEM INTERFACE "${PERFC_LIBZSTD_HEADERS}")
  return()
endif()

# bazel/deps.bzl has the same version, and bazel/zstd.BUILD the same files and options.
perfc_source_folder(PERFC_ZSTD zstd lib/zstd.h
  https://github.com/facebook/zstd/releases/download/v1.5.4/zstd-1.5.4.tar.gz
  0f470992aedad543126d06efab344dc5f3e171893810455787d38347343a4424)
enable_language(ASM)
file(GLOB PERFC_ZSTD_FILES "${PERFC_ZSTD}/lib/common/*.[cS]" "${PERFC_ZSTD}/lib/compress/*.[cS]"
  "${PERFC_ZSTD}/lib/decompress/*.[cS]")
list(FILTER PERFC_ZSTD_FILES EXCLUDE REGEX "/zstdmt_")
add_library(perfc_zstd STATIC ${PERFC_ZSTD_FILES})
set_target_properties(perfc_zstd PROPERTIES
  C_VISIBILITY_PRESET hidden
  POSITION_INDEPENDENT_CODE ON
  INTERPROCEDURAL_OPTIMIZATION OFF
  UNITY_BUILD OFF
  EXCLUDE_FROM_ALL ON)
target_compile_options(perfc_zstd PRIVATE -w -fstack-protector-strong -ffunction-sections -fdata-sections
  -fno-lto "-ffile-prefix-map=${PERFC_ZSTD}/=zstd/")
target_compile_definitions(perfc_zstd PRIVATE
  ZSTD_LEGACY_SUPPORT=0 ZSTD_TRACE=0 ZSTDLIB_VISIBLE= ZSTDERRORLIB_VISIBLE=)
target_include_directories(perfc_zstd SYSTEM INTERFACE "${PERFC_ZSTD}/lib")
