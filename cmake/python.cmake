# The Python package: the module sonde._core by nanobind, and beside it the sources of python/sonde,
# in build/PRESET/python/sonde. Where nanobind or Python's headers are missing the program is built
# without it.
set(SONDE_NANOBIND "")
if(SONDE_SANITIZE OR SONDE_FUZZ OR SONDE_BENCHMARKS)
  return()
endif()

if(NOT Python_EXECUTABLE)
  set(Python_EXECUTABLE ${SONDE_PYTHON})
endif()
find_package(Python 3.11 COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT})
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir
                OUTPUT_VARIABLE nanobind_DIR OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT Python_Development.Module_FOUND OR NOT nanobind_DIR)
  message(STATUS "no Python package: it needs Python's headers (python3-dev) and nanobind")
  return()
endif()
find_package(nanobind CONFIG REQUIRED)

# One ABI for all versions of Python where theirs allows it.
set(SONDE_NANOBIND nanobind-static)
set(SONDE_STABLE_ABI "")
if(SKBUILD_SABI_VERSION)
  set(SONDE_NANOBIND nanobind-static-abi3)
  set(SONDE_STABLE_ABI STABLE_ABI)
endif()
nanobind_build_library(${SONDE_NANOBIND} AS_SYSINCLUDE)
if(SKBUILD_SABI_VERSION)
  target_compile_definitions(${SONDE_NANOBIND} PUBLIC Py_LIMITED_API=0x030C0000)
endif()

function(sonde_python_package)
  set(package ${PROJECT_BINARY_DIR}/python/sonde)
  nanobind_add_module(sonde_python ${SONDE_STABLE_ABI} NB_STATIC NB_SUPPRESS_WARNINGS
                      ${PROJECT_SOURCE_DIR}/src/apps/programs/python_module.cpp)
  sonde_options(sonde_python)
  target_link_libraries(sonde_python PRIVATE sonde_workshop_python sonde_workshop_commands)
  # What is linked into it is its own: other modules may have other versions.
  target_link_options(sonde_python PRIVATE -Wl,--exclude-libs,ALL)
  # OpenVINO's libraries are loaded before it, wherever they are: python/sonde/_load.py.
  set_target_properties(sonde_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY ${package}
      BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "")
  # The wheel's; scikit-build-core puts the sources of python/sonde in.
  install(TARGETS sonde_python LIBRARY DESTINATION sonde COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION sonde/share/data COMPONENT python EXCLUDE_FROM_ALL
          FILES_MATCHING PATTERN "*.toml" PATTERN "*.tsv" PATTERN "*.txt" PATTERN "*.json" PATTERN "README.md")
  file(MAKE_DIRECTORY ${package})
  file(GLOB old ${package}/*)
  foreach(link IN LISTS old)
    if(NOT EXISTS ${link})  # its source was renamed
      file(REMOVE ${link})
    endif()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/sonde/*)
  list(FILTER sources EXCLUDE REGEX "/__pycache__$")
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME)
    file(CREATE_LINK ${source} ${package}/${name} SYMBOLIC)
  endforeach()
  file(CREATE_LINK ${PROJECT_BINARY_DIR}/share/sonde ${package}/share SYMBOLIC)
endfunction()
