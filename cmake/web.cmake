# The page of `sonde report` and `sonde serve`: web/ made into one file by npm, and built into the program.
# Its packages are fetched and it is made while the rest compiles; one small source waits for it. Without
# Node.js the program is built without the page.
find_program(SONDE_NODE node)
find_program(SONDE_NPM npm)
if(NOT SONDE_NODE OR NOT SONDE_NPM)
  message(STATUS "no Node.js with npm: this build has no `sonde report`, and `sonde serve` has no page")
  return()
endif()

set(web ${PROJECT_SOURCE_DIR}/web)
set(installed ${web}/node_modules/.package-lock.json)  # npm's own note of what it installed
set(page ${PROJECT_BINARY_DIR}/web/page.html)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${web}/src/*)

add_custom_command(OUTPUT ${installed}
    COMMAND ${SONDE_NODE} install.mjs
    DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/install.mjs
    WORKING_DIRECTORY ${web}
    COMMENT "Fetching the page's packages (npm)")
add_custom_command(OUTPUT ${page}
    COMMAND ${SONDE_NODE} build.mjs ${page}
    DEPENDS ${page_sources} ${web}/build.mjs ${installed}
    WORKING_DIRECTORY ${web}
    COMMENT "Making the page")
add_custom_target(sonde_page DEPENDS ${page})

set_source_files_properties(${PROJECT_SOURCE_DIR}/src/report/page_bundle.cpp PROPERTIES
    OBJECT_DEPENDS ${page} COMPILE_DEFINITIONS SONDE_PAGE="${page}" SKIP_UNITY_BUILD_INCLUSION ON)
