# The C++ library for other projects. `cmake --install build/release --prefix FOLDER --component development` adds to an installed folder
# the public headers, the archives that they need, and the files of find_package(sonde) and pkg-config.
if(NOT TARGET sonde OR SONDE_SANITIZE OR SONDE_ROOMS_FROM)
  return()
endif()

# The rooms that a target links, in any depth.
function(sonde_rooms_of target out)
  set(found "")
  set(open ${target})
  while(open)
    list(POP_FRONT open next)
    get_target_property(linked ${next} INTERFACE_LINK_LIBRARIES)
    string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" linked "${linked}")
    foreach(room IN LISTS linked)
      if(TARGET "${room}" AND room MATCHES "^sonde_" AND NOT room IN_LIST found AND NOT room STREQUAL "sonde_tokenizers")
        list(APPEND found ${room})
        list(APPEND open ${room})
      endif()
    endforeach()
  endwhile()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

sonde_rooms_of(sonde_public rooms)
list(TRANSFORM rooms REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE archives)
set(package ${PROJECT_BINARY_DIR}/package)
file(GENERATE OUTPUT ${package}/archives.txt CONTENT "${archives}")
# Scripts of ar cannot name every path, so that they name links.
install(CODE "
  set(work \"${package}/archive\")
  file(REMOVE_RECURSE \"\${work}\")
  file(MAKE_DIRECTORY \"\${work}\")
  file(READ \"${package}/archives.txt\" archives)
  set(script \"CREATE libsonde.a\\n\")
  foreach(archive IN LISTS archives)
    string(MAKE_C_IDENTIFIER \"\${archive}\" name)
    file(CREATE_LINK \"\${archive}\" \"\${work}/\${name}.a\" SYMBOLIC)
    string(APPEND script \"ADDLIB \${name}.a\\n\")
  endforeach()
  file(WRITE \"\${work}/script\" \"\${script}SAVE\\nEND\\n\")
  execute_process(COMMAND \"${CMAKE_AR}\" -M WORKING_DIRECTORY \"\${work}\" INPUT_FILE \"\${work}/script\" COMMAND_ERROR_IS_FATAL ANY)
  file(INSTALL \"\${work}/libsonde.a\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib\")
  file(REMOVE_RECURSE \"\${work}\")"
  COMPONENT development EXCLUDE_FROM_ALL)
# Rust's archive stays by itself: merged, its standard library loses members.
install(FILES ${SONDE_TOKENIZERS_ARCHIVE} DESTINATION lib COMPONENT development EXCLUDE_FROM_ALL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sonde DESTINATION include COMPONENT development EXCLUDE_FROM_ALL)

include(CMakePackageConfigHelpers)
get_filename_component(SONDE_ENGINE ${libraries}/libopenvino.so.2641 NAME)
configure_file(${PROJECT_SOURCE_DIR}/cmake/sonde-config.cmake.in ${package}/sonde-config.cmake @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/sonde.pc.in ${package}/sonde.pc @ONLY)
write_basic_package_version_file(${package}/sonde-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${package}/sonde-config.cmake ${package}/sonde-config-version.cmake DESTINATION lib/cmake/sonde
        COMPONENT development EXCLUDE_FROM_ALL)
install(FILES ${package}/sonde.pc DESTINATION lib/pkgconfig COMPONENT development EXCLUDE_FROM_ALL)
