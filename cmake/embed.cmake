# Writes the files of a page as C++ strings: cmake -DFOLDER=src/report/page -DOUT=page_files.cc -P embed.cmake
# The scripts become one, in the order given here.
file(READ ${FOLDER}/page.html html)
file(READ ${FOLDER}/page.css css)
set(js "")
foreach(name values graph details tables rewrites main)
  file(READ ${FOLDER}/${name}.js script)
  string(APPEND js "${script}")
endforeach()
set(text "// Made from src/report/page by cmake/embed.cmake.\n#include <string_view>\n\nnamespace eutectic::report {\n\n")
foreach(part html css js)
  string(APPEND text "extern const std::string_view page_${part};\nconst std::string_view page_${part} =\n    R\"page~(${${part}})page~\";\n\n")
endforeach()
file(WRITE ${OUT} "${text}}  // namespace eutectic::report\n")
