# The built program finds its resources beside itself; the installed one runs
# from anywhere: OpenVINO's libraries lie in lib/sonde, where they find each
# other, the probe sets and the default model in share/sonde.
if(NOT TARGET sonde)
  return()
endif()

set(share ${PROJECT_BINARY_DIR}/share/sonde)
file(MAKE_DIRECTORY ${share})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data ${share}/data SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/.setup/models ${share}/models SYMBOLIC)

get_filename_component(libraries ${SONDE_OPENVINO_CMAKE}/../libs REALPATH)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
file(CREATE_LINK ${libraries} ${PROJECT_BINARY_DIR}/lib/sonde SYMBOLIC)
# The same where it is built: a path that is replaced on installing ends with an empty one there,
# which is the folder that the user works in.
set_target_properties(sonde PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/../lib/sonde;$ORIGIN/lib/sonde")
install(TARGETS sonde RUNTIME DESTINATION bin)
file(GLOB engine_libraries ${libraries}/libopenvino.so.2641 ${libraries}/libopenvino_intel_cpu_plugin.so
     ${libraries}/libtbb.so.12)
list(LENGTH engine_libraries count)
if(NOT count EQUAL 3)
  message(FATAL_ERROR "OpenVINO's libraries are not as expected in ${libraries}")
endif()
install(FILES ${engine_libraries} DESTINATION lib/sonde)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION share/sonde/data
        FILES_MATCHING PATTERN "*.toml" PATTERN "*.tsv" PATTERN "*.txt" PATTERN "README.md")
file(REAL_PATH ${PROJECT_SOURCE_DIR}/.setup/models/minilm model)
install(DIRECTORY ${model}/ DESTINATION share/sonde/models/minilm
        PATTERN "data_config.json" EXCLUDE PATTERN ".gitattributes" EXCLUDE)
