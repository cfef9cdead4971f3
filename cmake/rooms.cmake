# A room is a folder of src/ and becomes a static library, with the folders within it that are its parts: src/rooms.cmake
# lists them. Sources are found by their suffix, so no list can forget one:
#   x.cpp             the room's library
#   x_test.cpp        its fast tests (one program per room)
#   x_slow_test.cpp   its slow tests
#   x_fuzz.cpp        a fuzz target, replayed over its corpus by the fast tests
#   x_bench.cpp       Google Benchmark
#   testing/x.h       what only tests include
# The sources of a room are compiled as one, and so are its tests: a third of the time. The preset
# `edit` compiles each by itself.

set(SONDE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference)
if(SONDE_WERROR)
  list(APPEND SONDE_WARNINGS -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports these falsely in optimised standard containers.
  list(APPEND SONDE_WARNINGS -Wno-null-dereference -Wno-restrict -Wno-stringop-overflow
       -Wno-array-bounds -Wno-maybe-uninitialized)
endif()

if(SONDE_SANITIZE)
  add_compile_options(-fsanitize=${SONDE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SONDE_SANITIZE})
endif()
if(SONDE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

set(SONDE_COMMON_HEADERS <algorithm> <array> <chrono> <cmath> <filesystem> <functional> <map> <memory> <optional>
    <set> <span> <sstream> <string> <string_view> <unordered_map> <vector>)

# Headers that most sources include are compiled once per group, by the first target that names the group.
# All targets of a group have the same options.
function(sonde_precompile target group)
  if(NOT SONDE_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY SONDE_PRECOMPILED_${group})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${SONDE_COMMON_HEADERS} ${ARGN})
    set_property(GLOBAL PROPERTY SONDE_PRECOMPILED_${group} ${target})
  endif()
endfunction()

function(sonde_options target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  # No product is fused with a sum behind our back: the same bits on every processor.
  target_compile_options(${target} PRIVATE ${SONDE_WARNINGS} -ffp-contract=off)
endfunction()

# A hang; budgets are in tools/test_summary.py.
set(SONDE_TEST_TIMEOUT 1800 CACHE STRING "Seconds after which a test is stopped")

# Its processor time is noted for tools/test_summary.py.
function(sonde_timed_test name)
  add_test(NAME ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
           COMMAND ${SONDE_PYTHON} ${PROJECT_SOURCE_DIR}/tools/timed.py ${PROJECT_BINARY_DIR}/Testing/times/${name} ${ARGN})
endfunction()

set(SONDE_SANITIZED_ROOMS foreign CACHE STRING "rooms whose tests are built with sanitizers: foreign, all")

function(sonde_test_program room suffix label sources)
  sonde_target_of(${room} library)
  set(name ${library}_${suffix})
  if(NOT sources OR (SONDE_SANITIZE AND SONDE_SANITIZED_ROOMS STREQUAL "foreign" AND NOT room IN_LIST SONDE_FOREIGN_ROOMS))
    return()
  endif()
  add_executable(${name} ${sources})
  add_dependencies(sonde_tests ${name})
  sonde_options(${name})
  # Not optimised it compiles fastest, and the rooms do the work; but some tests compute what they compare with.
  if(SONDE_SANITIZE)
    sonde_precompile(${name} tests <gtest/gtest.h>)
  elseif(name MATCHES "_slow_tests$|_(kernels|engine|resampling|separation)_tests$")
    sonde_precompile(${name} computing_tests <gtest/gtest.h>)
    target_compile_options(${name} PRIVATE -O2)
  else()
    sonde_precompile(${name} tests <gtest/gtest.h>)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  target_compile_definitions(${name} PRIVATE
      SONDE_SOURCE_DIR="${PROJECT_SOURCE_DIR}" SONDE_BUILD_DIR="${PROJECT_BINARY_DIR}"
      SONDE_VENV_PYTHON="${SONDE_PYTHON}")
  target_link_libraries(${name} PRIVATE ${library} ${ARGN} GTest::gtest GTest::gtest_main GTest::gmock rapidcheck)
  sonde_timed_test(${name} $<TARGET_FILE:${name}>)
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${SONDE_TEST_TIMEOUT}
      ENVIRONMENT "TBB_ENABLE_SANITIZERS=1")  # otherwise TBB opens itself in a way that the sanitizers refuse
endfunction()

if(SONDE_TESTS)
  enable_testing()
  add_custom_target(sonde_tests)  # all test programs
  find_package(GTest REQUIRED)
  find_path(RAPIDCHECK_INCLUDE rapidcheck.h REQUIRED)
  find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
  add_library(rapidcheck INTERFACE)
  target_include_directories(rapidcheck SYSTEM INTERFACE ${RAPIDCHECK_INCLUDE})
  target_link_libraries(rapidcheck INTERFACE ${RAPIDCHECK_LIBRARY})
endif()
if(SONDE_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()

if(SONDE_ROOMS_FROM)
  if(NOT EXISTS ${PROJECT_BINARY_DIR}/empty.cpp)
    file(TOUCH ${PROJECT_BINARY_DIR}/empty.cpp)
  endif()
  add_link_options(-Wl,--start-group)  # rooms link each other: the linker finds their order
endif()

# workshop/language -> sonde_workshop_language
function(sonde_target_of room out)
  string(REPLACE "/" "_" name ${room})
  set(${out} sonde_${name} PARENT_SCOPE)
endfunction()

# A folder within a room: it has arrows of its own, and is compiled into the room's library. Before its room.
function(sonde_part name)
  cmake_parse_arguments(PART "" "" "ARROWS" ${ARGN})
  set_property(GLOBAL APPEND PROPERTY SONDE_PARTS ${name})
  set_property(GLOBAL PROPERTY SONDE_ARROWS_${name} ${PART_ARROWS})
endfunction()

# The libraries that the arrows of a room and its parts lead to.
function(sonde_linked_rooms room parts arrows out)
  foreach(part IN LISTS parts)
    get_property(more GLOBAL PROPERTY SONDE_ARROWS_${part})
    list(APPEND arrows ${more})
  endforeach()
  list(REMOVE_DUPLICATES arrows)
  set(linked "")
  foreach(arrow IN LISTS arrows)
    sonde_target_of(${arrow} target)
    if(TARGET ${target} AND NOT arrow STREQUAL room)  # else it is a part of this room
      list(APPEND linked ${target})
    endif()
  endforeach()
  set(${out} "${linked}" PARENT_SCOPE)
endfunction()

function(sonde_room name)
  cmake_parse_arguments(ROOM "PYTHON" "" "ARROWS;TESTS;LIBRARIES" ${ARGN})
  sonde_target_of(${name} target)
  get_property(parts GLOBAL PROPERTY SONDE_PARTS)
  list(FILTER parts INCLUDE REGEX "^${name}/")
  set(folders ${PROJECT_SOURCE_DIR}/src/${name})
  foreach(part IN LISTS parts)
    list(APPEND folders ${PROJECT_SOURCE_DIR}/src/${part})
  endforeach()
  list(TRANSFORM folders APPEND "/*.cpp")
  file(GLOB all CONFIGURE_DEPENDS ${folders})
  set(sources "")
  set(tests "")
  set(slow_tests "")
  set(benches "")
  set(fuzzes "")
  foreach(source IN LISTS all)
    if(source MATCHES "_slow_test\\.cpp$")
      list(APPEND slow_tests ${source})
    elseif(source MATCHES "_test\\.cpp$")
      list(APPEND tests ${source})
    elseif(source MATCHES "_fuzz\\.cpp$")
      list(APPEND fuzzes ${source})
    elseif(source MATCHES "_bench\\.cpp$")
      list(APPEND benches ${source})
    else()
      list(APPEND sources ${source})
    endif()
  endforeach()
  if(SONDE_ROOMS_FROM AND NOT ROOM_PYTHON)
    # Compiled before: an empty one in its place, which links it.
    set(sources ${PROJECT_BINARY_DIR}/empty.cpp)
    list(PREPEND ROOM_LIBRARIES ${SONDE_ROOMS_FROM}/lib${target}.a)
  endif()
  add_library(${target} STATIC ${sources})
  sonde_options(${target})
  set(group libraries)
  if(name IN_LIST SONDE_LIGHT_ROOMS AND NOT SONDE_SANITIZE AND NOT SONDE_FUZZ)  # these have their own level
    target_compile_options(${target} PRIVATE -O1)
    set(group light_libraries)
  endif()
  if(ROOM_PYTHON)
    set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden)  # as nanobind's own
    list(APPEND ROOM_LIBRARIES ${SONDE_NANOBIND})
  elseif(NOT SONDE_ROOMS_FROM)  # headers compiled before would have other options
    sonde_precompile(${target} ${group})
  endif()
  sonde_linked_rooms(${name} "${parts}" "${ROOM_ARROWS}" linked)
  target_link_libraries(${target} PUBLIC ${linked} ${ROOM_LIBRARIES})
  if(SONDE_FUZZ)
    sonde_fuzz_programs(${name} "${fuzzes}")
  endif()
  sonde_linked_rooms(${name} "" "${ROOM_TESTS}" test_rooms)
  if(SONDE_TESTS)
    sonde_replayed(replays ${name} "${fuzzes}")
    sonde_test_program(${name} tests fast "${tests}${replays}" ${test_rooms})
    if(slow_tests AND NOT SONDE_SANITIZE)  # too slow there
      sonde_test_program(${name} slow_tests slow "${slow_tests}" ${test_rooms})
      # First, so that the rest fills the time beside them.
      set_tests_properties(${target}_slow_tests PROPERTIES COST 100)
    endif()
  endif()
  if(SONDE_BENCHMARKS AND benches)
    add_executable(${target}_bench ${benches})
    sonde_options(${target}_bench)
    target_link_libraries(${target}_bench PRIVATE ${target} ${test_rooms} benchmark::benchmark benchmark::benchmark_main)
  endif()
endfunction()

# The program of a build with SONDE_WORKSHOP=OFF, linked from the rooms of this one, for tests.
function(sonde_instrument_program)
  add_executable(sonde_instrument ${PROJECT_SOURCE_DIR}/src/apps/programs/sonde.cpp
                 ${PROJECT_SOURCE_DIR}/src/text/no_negation/no_negation.cpp)
  sonde_options(sonde_instrument)
  target_compile_definitions(sonde_instrument PRIVATE SONDE_VERSION="${PROJECT_VERSION}" SONDE_WORKSHOP=0)
  target_link_libraries(sonde_instrument PRIVATE sonde_apps_cli)
  add_dependencies(sonde_tests sonde_instrument)
endfunction()

function(sonde_program)
  set(main ${PROJECT_SOURCE_DIR}/src/apps/programs/sonde.cpp)
  add_executable(sonde ${main})
  sonde_options(sonde)
  target_compile_definitions(sonde PRIVATE SONDE_VERSION="${PROJECT_VERSION}" SONDE_WORKSHOP=$<BOOL:${SONDE_WORKSHOP}>)
  target_link_libraries(sonde PRIVATE sonde_apps_cli $<$<BOOL:${SONDE_WORKSHOP}>:sonde_workshop_commands>)
endfunction()

# What other projects link: all that the public headers declare.
function(sonde_library)
  add_library(sonde_public INTERFACE)
  add_library(sonde::sonde ALIAS sonde_public)
  target_include_directories(sonde_public INTERFACE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(sonde_public INTERFACE sonde_compare sonde_report)
  if(SONDE_WORKSHOP)
    target_link_libraries(sonde_public INTERFACE sonde_workshop_makers)
  endif()
  target_compile_definitions(sonde_public INTERFACE SONDE_DATA="${PROJECT_SOURCE_DIR}/data"
      SONDE_MODELS="${PROJECT_SOURCE_DIR}/.setup/models")
endfunction()

# Every x_fuzz.cpp defines LLVMFuzzerTestOneInput: a libFuzzer program of its own.
function(sonde_fuzz_programs room sources)
  sonde_target_of(${room} library)
  foreach(source IN LISTS sources)
    get_filename_component(stem ${source} NAME_WE)
    add_executable(${stem} ${source})
    set_target_properties(${stem} PROPERTIES UNITY_BUILD OFF)
    sonde_options(${stem})
    target_link_options(${stem} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${stem} PRIVATE ${library})
  endforeach()
endfunction()

# Without libFuzzer each target becomes a test of its room, which replays tests/corpora/x: TEST(Corpus, x).
# Its function gets a name of its own, so that all of a room's targets fit into one program.
function(sonde_replayed out room sources)
  set(made "")
  foreach(source IN LISTS sources)
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "_fuzz$" "" target ${stem})
    set(file ${PROJECT_BINARY_DIR}/replayed/${room}/${target}_replay_test.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/replay_test.cpp.in ${file} @ONLY)
    string(APPEND made ";${file}")
  endforeach()
  set(${out} "${made}" PARENT_SCOPE)
endfunction()

# The tree itself: arrows between rooms, no orphans, names that mean one thing.
function(sonde_tree_tests)
  foreach(check arrows source names)
    sonde_timed_test(check_${check} ${SONDE_PYTHON} ${PROJECT_SOURCE_DIR}/tools/checks/check_${check}.py)
    set_tests_properties(check_${check} PROPERTIES LABELS fast)
  endforeach()
endfunction()

# Preloaded into the program by tests: fault_shim makes the disk fail, clock_shim sets the clock ahead.
function(sonde_shims)
  foreach(shim fault_shim clock_shim)
    add_library(${shim} MODULE ${PROJECT_SOURCE_DIR}/tests/${shim}.c)
    set_target_properties(${shim} PROPERTIES PREFIX "")
    target_compile_options(${shim} PRIVATE -Wall -Wextra -Wshadow $<$<BOOL:${SONDE_WERROR}>:-Werror>)
    target_link_libraries(${shim} PRIVATE dl)
  endforeach()
endfunction()

# tests/AREA/x_test.py drives the built program; one ctest entry a file.
function(sonde_end_to_end_tests)
  if(NOT SONDE_TESTS OR SONDE_SANITIZE OR SONDE_FUZZ OR NOT TARGET sonde)
    return()
  endif()
  sonde_tree_tests()
  sonde_instrument_program()
  sonde_shims()
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/*_test.py
       ${PROJECT_SOURCE_DIR}/tools/*_test.py ${PROJECT_SOURCE_DIR}/tools/*/*_test.py)
  foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${file})
    get_filename_component(stem ${name} NAME_WE)
    sonde_timed_test(${stem}_py ${SONDE_PYTHON} -m pytest -q -x -rs -p no:cacheprovider --disable-plugin-autoload ${file})
    set(label end-to-end)
    set(seconds ${SONDE_TEST_TIMEOUT})
    if(stem MATCHES "_(exhaustive|nightly)_test$")
      set(label exhaustive)
      set(seconds 14400)
    endif()
    set_tests_properties(${stem}_py PROPERTIES LABELS ${label} TIMEOUT ${seconds}
        ENVIRONMENT "SONDE=$<TARGET_FILE:sonde>;SONDE_BUILD=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1")
    if(stem MATCHES "^python_")
      set_tests_properties(${stem}_py PROPERTIES SKIP_RETURN_CODE 5)  # this build has no package: nothing was run
    endif()
    if(stem MATCHES "page_test$")
      set_tests_properties(${stem}_py PROPERTIES RESOURCE_LOCK browser)  # two starve each other
    endif()
  endforeach()
endfunction()
