# Defines eutectic_<folder> for each folder of src/ that has sources (an object library), and eutectic_all.
function(eutectic_folders)
  # Objects, not archives: what is linked does not hang on the order of the folders.
  add_library(eutectic_all OBJECT)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
    list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
    if(folder STREQUAL "backend")
      set(LLVM_SOURCES ${sources})
    endif()
    if(sources)
      target_sources(eutectic_all PRIVATE ${sources})
    endif()
  endforeach()
  target_include_directories(eutectic_all PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  # LLVM's headers are for backend/ only (tools/check_layers sees to it).
  set_source_files_properties(${LLVM_SOURCES} PROPERTIES COMPILE_OPTIONS
                              "-isystem;${LLVM_INCLUDE_DIRS};-fno-sanitize=vptr")
  target_link_libraries(eutectic_all PUBLIC LLVM Threads::Threads)
  target_link_directories(eutectic_all PUBLIC ${LLVM_LIBRARY_DIRS})
  target_link_libraries(eutectic_all PUBLIC fmt::fmt nlohmann_json::nlohmann_json ZLIB::ZLIB)
endfunction()
