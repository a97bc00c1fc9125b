# The perfc tool.

if(NOT PERFC_BUILD_PROFILE)
  message(FATAL_ERROR "The perfc tool needs libperfc-profile. -DPERFC_BUILD_TOOL=OFF builds no tool.")
endif()
find_package(CLI11)
find_package(nlohmann_json)
find_library(PERFC_LIBDW dw)
find_library(PERFC_LIBELF elf)
if(NOT CLI11_FOUND OR NOT nlohmann_json_FOUND OR NOT PERFC_LIBDW OR NOT PERFC_LIBELF)
  message(FATAL_ERROR "The perfc tool needs CLI11, nlohmann_json, and libdw and libelf of elfutils. "
    "-DPERFC_BUILD_TOOL=OFF builds none.")
endif()

file(GLOB PERFC_TOOL CONFIGURE_DEPENDS examples/perfc/*.cc)
add_executable(perfc_tool ${PERFC_TOOL})
set_target_properties(perfc_tool PROPERTIES
  OUTPUT_NAME perfc
  CXX_STANDARD 17
  CXX_STANDARD_REQUIRED ON)
target_include_directories(perfc_tool PRIVATE "${PROJECT_SOURCE_DIR}")
target_link_libraries(perfc_tool PRIVATE perfc::perfc_profile CLI11::CLI11 nlohmann_json::nlohmann_json
  "${PERFC_LIBDW}" "${PERFC_LIBELF}")
