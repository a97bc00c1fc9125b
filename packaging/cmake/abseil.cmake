# Abseil's source, and those of its .cc files that the library reaches.

# perfc_abseil_folder(RESULT): as Bazel has it.
function(perfc_abseil_folder result)
  perfc_source_folder(folder abseil absl
    https://github.com/abseil/abseil-cpp/archive/refs/tags/20220623.1.tar.gz
    91ac87d30cc6d79f9ab974c51874a704de9c2647c40f6932597329a282217ba8)
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# perfc_abseil_sources(RESULT FOLDER FILE...): what a header declares, the .cc of the
# same name defines.
function(perfc_abseil_sources result folder)
  set(waiting ${ARGN})
  set(seen)
  while(waiting)
    list(GET waiting 0 file)
    list(REMOVE_AT waiting 0)
    file(STRINGS "${file}" includes REGEX "^ *# *include \"absl/")
    list(TRANSFORM includes REPLACE ".*\"(absl/[^\"]+)\".*" "${folder}/\\1")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "\\.h$" ".cc" source "${include}")
      foreach(next IN ITEMS "${include}" "${source}")
        if(EXISTS "${next}" AND NOT next IN_LIST seen)
          list(APPEND seen "${next}")
          list(APPEND waiting "${next}")
        endif()
      endforeach()
    endforeach()
  endwhile()
  list(FILTER seen INCLUDE REGEX "\\.cc$")
  set(${result} ${seen} PARENT_SCOPE)
endfunction()

# perfc_abseil_headers(RESULT FOLDER): a folder that comes before abseil's own.
function(perfc_abseil_headers result folder)
  set(name absl/strings/internal/charconv_bigint.h)
  set(headers "${CMAKE_CURRENT_BINARY_DIR}/abseil")
  # <iostream> would construct the standard streams whenever the library is loaded.
  file(READ "${folder}/${name}" text)
  string(REPLACE "#include <iostream>" "#include <ostream>" text "${text}")
  file(GENERATE OUTPUT "${headers}/${name}" CONTENT "${text}")
  set(${result} "${headers}" PARENT_SCOPE)
endfunction()
