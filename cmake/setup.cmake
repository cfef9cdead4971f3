# What Debian does not carry: OpenVINO's SDK from a pinned wheel in .venv, and
# the tokenizer library from pinned crates. `./dev setup` makes both; a plain
# `cmake --preset release` calls it where they are missing or out of date.

set(SONDE_PYTHON ${PROJECT_SOURCE_DIR}/.venv/bin/python)
set(setup --quiet)
if(SKBUILD AND Python_EXECUTABLE AND NOT EXISTS ${SONDE_PYTHON})
  # pip builds the package where nobody develops: its own environment has OpenVINO (pyproject.toml).
  set(SONDE_PYTHON ${Python_EXECUTABLE})
  set(setup --packages)
endif()
execute_process(COMMAND ${PROJECT_SOURCE_DIR}/dev setup ${setup}
                WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${SONDE_PYTHON} -c "import openvino.utils as u; print(u.get_cmake_path(), end='')"
                OUTPUT_VARIABLE SONDE_OPENVINO_CMAKE COMMAND_ERROR_IS_FATAL ANY)

# One cargo target folder for all presets: cargo itself knows what is fresh.
set(SONDE_CARGO_PROFILE quick CACHE STRING "quick; release: tokenises a third faster, and compiles for minutes")
set(profile ${SONDE_CARGO_PROFILE})
set(crate ${PROJECT_SOURCE_DIR}/src/engine/tokens/tokenizers)
set(archive ${PROJECT_SOURCE_DIR}/build/cargo/${profile}/libsonde_tokenizers.a)
set(SONDE_TOKENIZERS_ARCHIVE ${archive})
file(GLOB crate_sources CONFIGURE_DEPENDS ${crate}/src/*.rs)
add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E env CARGO_TARGET_DIR=${PROJECT_SOURCE_DIR}/build/cargo
            cargo build --profile ${profile} --locked --quiet --manifest-path ${crate}/Cargo.toml
    COMMAND ${CMAKE_COMMAND} -E touch ${archive}
    DEPENDS ${crate_sources} ${crate}/Cargo.toml ${crate}/Cargo.lock
    COMMENT "Building the tokenizer library (cargo)")
add_custom_target(sonde_tokenizers_build DEPENDS ${archive})
add_library(sonde_tokenizers INTERFACE)
add_dependencies(sonde_tokenizers sonde_tokenizers_build)
target_link_libraries(sonde_tokenizers INTERFACE ${archive} pthread dl m)
target_link_options(sonde_tokenizers INTERFACE -Wl,--exclude-libs,libsonde_tokenizers.a)
