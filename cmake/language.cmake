# The word lists of data/language, built into the program.
file(GLOB tables CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/data/language ${PROJECT_SOURCE_DIR}/data/language/*/*.tsv)
set(rows "")
set(files "")
foreach(table IN LISTS tables)
  string(REGEX REPLACE "\\.tsv$" "" name ${table})
  string(MAKE_C_IDENTIFIER "sonde_${name}" symbol)
  string(APPEND rows "SONDE_TABLE(\"${name}\", ${symbol}, \"${PROJECT_SOURCE_DIR}/data/language/${table}\")\n")
  list(APPEND files ${PROJECT_SOURCE_DIR}/data/language/${table})
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/language_tables.inc CONTENT "${rows}")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/formats/lexicons/embedded_tables.cpp PROPERTIES
    OBJECT_DEPENDS "${files};${PROJECT_BINARY_DIR}/language_tables.inc"
    COMPILE_DEFINITIONS "SONDE_LANGUAGE_TABLES=\"${PROJECT_BINARY_DIR}/language_tables.inc\"" SKIP_UNITY_BUILD_INCLUSION ON)
