# The pages of `sonde report` and `sonde serve`, and of `sonde rate`: web/ made into a file each by npm, and built
# into the program. Their packages are fetched and they are made while the rest compiles; one small source waits
# for them. Without Node.js the program has the pages that a source distribution brings along (tools/release/dist.py), or none.
find_program(SONDE_NODE node)
find_program(SONDE_NPM npm)
set(web ${PROJECT_SOURCE_DIR}/web)

function(sonde_pages_from folder)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/report/page/page_bundle.cpp PROPERTIES
      OBJECT_DEPENDS "${folder}/page.html;${folder}/rate.html;${folder}/figures.js"
      COMPILE_DEFINITIONS "SONDE_PAGE=\"${folder}/page.html\";SONDE_RATE_PAGE=\"${folder}/rate.html\";SONDE_FIGURES=\"${folder}/figures.js\""
      SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(NOT SONDE_NODE OR NOT SONDE_NPM)
  if(EXISTS ${web}/made/page.html)
    message(STATUS "no Node.js with npm: the pages are those of ${web}/made")
    sonde_pages_from(${web}/made)
  else()
    message(STATUS "no Node.js with npm: this build has no `sonde report`, and `sonde serve` has no page")
  endif()
  return()
endif()

set(installed ${web}/node_modules/.package-lock.json)  # npm's own note of what it installed
set(page ${PROJECT_BINARY_DIR}/web/page.html)
set(rate_page ${PROJECT_BINARY_DIR}/web/rate.html)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${web}/src/*)

add_custom_command(OUTPUT ${installed}
    COMMAND ${SONDE_NODE} install.mjs
    DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/install.mjs
    WORKING_DIRECTORY ${web}
    COMMENT "Fetching the page's packages (npm)")
add_custom_command(OUTPUT ${page} ${rate_page}
    COMMAND ${SONDE_NODE} build.mjs ${page}
    DEPENDS ${page_sources} ${web}/build.mjs ${installed}
    WORKING_DIRECTORY ${web}
    COMMENT "Making the pages")
set(figures ${PROJECT_BINARY_DIR}/web/figures.js)
add_custom_command(OUTPUT ${figures}
    COMMAND ${SONDE_NODE} ${PROJECT_SOURCE_DIR}/cmake/figures_bundle.mjs ${figures}
    DEPENDS ${PROJECT_SOURCE_DIR}/src/report/draw_figures.mjs ${PROJECT_SOURCE_DIR}/cmake/figures_bundle.mjs ${page_sources}
            ${installed}
    COMMENT "Making the script that draws figures")
add_custom_target(sonde_page DEPENDS ${page} ${figures})
sonde_pages_from(${PROJECT_BINARY_DIR}/web)
