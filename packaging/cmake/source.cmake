# perfc_source_folder(RESULT NAME PROBE URL SHA256): where another project's source is, which has
# PROBE in it. A tarball has it in NAME, and tools/setup unpacks it in a checkout. Else it is
# downloaded.
function(perfc_source_folder result name probe url sha256)
  foreach(folder ${name} .distdir/${name})
    if(EXISTS "${PROJECT_SOURCE_DIR}/${folder}/${probe}")
      set(${result} "${PROJECT_SOURCE_DIR}/${folder}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  foreach(policy CMP0135 CMP0169)
    if(POLICY ${policy})
      # The project's own CMakeLists.txt would bring its targets into the user's project.
      cmake_policy(SET ${policy} OLD)
    endif()
  endforeach()
  include(FetchContent)
  FetchContent_Declare(perfc_${name} URL "${url}" URL_HASH SHA256=${sha256})
  FetchContent_GetProperties(perfc_${name})
  if(NOT perfc_${name}_POPULATED)
    FetchContent_Populate(perfc_${name})
  endif()
  set(${result} "${perfc_${name}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()
