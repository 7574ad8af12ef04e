# Compiles src/fusion/xla/devices/*.device into eutectic_all: a table of names and texts.
function(eutectic_embed_devices)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/fusion/xla/devices/*.device)
  set(rows "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    file(READ ${file} text)
    string(APPEND rows "    {\"${name}\", R\"device(${text})device\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/device_data.cc @ONLY CONTENT
"// Written by cmake/embed_devices.cmake.
#include \"fusion/xla/rules/device.h\"

namespace eutectic::fusion::xla {

const std::vector<std::pair<std::string_view, std::string_view>>& device_texts() {
  static const std::vector<std::pair<std::string_view, std::string_view>> texts{
@rows@  };
  return texts;
}

}  // namespace eutectic::fusion::xla
")
  target_sources(eutectic_all PRIVATE ${CMAKE_BINARY_DIR}/device_data.cc)
endfunction()
