# The installed program runs from anywhere: OpenVINO's libraries lie in lib/sonde, where they find each
# other, the probe sets and the default model in share/sonde. The built one lies among the same
# folders, and both find libraries by the same path: one that is replaced on installing ends with an
# empty entry before, which is the folder that the user works in.
if(NOT TARGET sonde)
  return()
endif()

set(share ${PROJECT_BINARY_DIR}/share/sonde)
file(MAKE_DIRECTORY ${share})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data ${share}/data SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/.setup/models ${share}/models SYMBOLIC)

get_filename_component(libraries ${SONDE_OPENVINO_CMAKE}/../libs REALPATH)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
if(IS_SYMLINK ${PROJECT_BINARY_DIR}/lib/sonde OR NOT EXISTS ${PROJECT_BINARY_DIR}/lib/sonde)
  file(CREATE_LINK ${libraries} ${PROJECT_BINARY_DIR}/lib/sonde SYMBOLIC)
endif()
set_target_properties(sonde PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN/../lib/sonde")
add_custom_command(TARGET sonde POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink bin/sonde ${PROJECT_BINARY_DIR}/sonde)
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
install(DIRECTORY ${model}/ DESTINATION share/sonde/models/minilm)
