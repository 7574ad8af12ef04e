# Defines eutectic_<folder> for each folder of src/ that has sources (an object library), and eutectic_all.
function(eutectic_folders)
  # Objects, not an archive: op definitions are found by weak references, which pull nothing from archives.
  add_library(eutectic_all OBJECT)
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cc)
    list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
    if(sources)
      target_sources(eutectic_all PRIVATE ${sources})
    endif()
  endforeach()
  target_include_directories(eutectic_all PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_link_libraries(eutectic_all PUBLIC fmt::fmt nlohmann_json::nlohmann_json ZLIB::ZLIB)
endfunction()
