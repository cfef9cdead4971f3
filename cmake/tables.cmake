# Tables that are built into the program: the word lists of data/language; of data/models the keys of config.json and the
# hashes of the default model.
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

set(keys ${PROJECT_SOURCE_DIR}/data/models)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/engine/config/embedded_key_tables.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    OBJECT_DEPENDS "${keys}/config_keys.tsv;${keys}/config_defaults.tsv"
    COMPILE_DEFINITIONS "SONDE_KNOWN_KEYS=\"${keys}/config_keys.tsv\";SONDE_DEFAULT_KEYS=\"${keys}/config_defaults.tsv\"")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/encoders/transformer/minilm_files.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${keys}/minilm.sha256"
    COMPILE_DEFINITIONS "SONDE_MINILM_FILES=\"${keys}/minilm.sha256\"")

# The default model's package and version, which a message names.
file(STRINGS ${PROJECT_SOURCE_DIR}/requirements-model.txt pin REGEX "==")
string(REGEX MATCH "^[^ ]+" pin "${pin}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/requirements-model.txt)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/base/default_model.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON COMPILE_DEFINITIONS "SONDE_MODEL_PIN=\"${pin}\"")

# The former names of results, from the probes' folders.
file(GLOB tables CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src/probes ${PROJECT_SOURCE_DIR}/src/probes/*/former_results.tsv)
set(rows "")
foreach(table IN LISTS tables)
  get_filename_component(probe ${table} DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/probes/${table})
  file(STRINGS ${PROJECT_SOURCE_DIR}/src/probes/${table} names REGEX "^[^#]")
  foreach(name IN LISTS names)
    string(REPLACE "\t" "\", \"" name ${name})
    string(APPEND rows "{\"${probe}\", \"${name}\"},\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/former_results.inc CONTENT "${rows}")
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/data/result_names.cpp PROPERTIES
    OBJECT_DEPENDS ${PROJECT_BINARY_DIR}/former_results.inc
    COMPILE_DEFINITIONS "SONDE_FORMER_RESULTS=\"${PROJECT_BINARY_DIR}/former_results.inc\"" SKIP_UNITY_BUILD_INCLUSION ON)
