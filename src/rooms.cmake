# The house: the folders of src/, what each may include, and what it links, from the ground up.
# tools/checks/check_arrows.py holds the arrows: a missing one, an unused one or a circle is an error.
#   sonde_room: a library. An arrow to a room allows all of its parts.
#   sonde_part: a folder within a room, compiled into its library.

# Rooms that compute are optimised as far as the build type says; these compile faster, at -O1.
set(SONDE_LIGHT_ROOMS formats text data data/describe statistics/learning statistics/agreement store outside encoders
    graphs roles scorers probes run compare report apps/server apps/cli workshop/language workshop/labellers
    workshop/makers workshop/audit workshop/rating workshop/commands)
# With sanitizers: the rooms that read foreign bytes or share memory between threads.
set(SONDE_FOREIGN_ROOMS formats data store outside engine engine/kernels text graphs roles run apps/server
    workshop/labellers workshop/rating)

sonde_room(base ARROWS
                LIBRARIES OpenSSL::Crypto Threads::Threads)

sonde_room(text ARROWS base
                LIBRARIES ICU::i18n ICU::uc)

sonde_part(formats/arrays   ARROWS base formats formats/json)
sonde_part(formats/json     ARROWS base formats)
sonde_part(formats/lexicons ARROWS base formats)
sonde_part(formats/tables   ARROWS formats formats/json)
sonde_part(formats/toml     ARROWS base formats)
sonde_part(formats/words    ARROWS base formats)
sonde_room(formats          ARROWS base
                            LIBRARIES nlohmann_json::nlohmann_json)

sonde_room(statistics/measures ARROWS base)

sonde_room(statistics/resampling ARROWS base statistics/measures)

sonde_room(statistics/separation ARROWS base statistics/resampling TESTS statistics/measures
                                 LIBRARIES Eigen3::Eigen)

sonde_room(statistics/learning ARROWS base
                               LIBRARIES Eigen3::Eigen)

sonde_room(data ARROWS base text formats statistics/measures)

sonde_room(statistics/agreement ARROWS base formats statistics/measures statistics/resampling data)

sonde_part(store/database ARROWS base)
sonde_part(store/parts    ARROWS base data store/database store/runs)
sonde_part(store/runs     ARROWS base data store/database)
sonde_part(store/vectors  ARROWS base data store/database)
sonde_room(store          ARROWS base data
                          LIBRARIES SQLite::SQLite3 fmt::fmt nlohmann_json::nlohmann_json)
target_include_directories(sonde_store SYSTEM PRIVATE ${SONDE_XXHASH})

sonde_part(outside/replies  ARROWS base formats outside/http)
sonde_part(outside/http     ARROWS base formats)
sonde_part(outside/hub      ARROWS base formats outside/http)
sonde_part(outside/programs ARROWS base formats)
sonde_room(outside          ARROWS base formats outside/http outside/programs
                            LIBRARIES nlohmann_json::nlohmann_json OpenSSL::Crypto CURL::libcurl)

sonde_room(engine/kernels ARROWS base)
# Its bits belong to the class of processor, and half the speed to fused products.
if(NOT SONDE_SANITIZE)  # for tests: at -O3 GCC 12 takes four times as long, and the code is slower
  set_source_files_properties(src/engine/kernels/emulated_dense.cpp PROPERTIES COMPILE_OPTIONS -O2)
endif()
set_source_files_properties(src/engine/kernels/attention.cpp PROPERTIES COMPILE_OPTIONS -ffp-contract=fast)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # GCC 12 warns of its own header
  set_source_files_properties(src/engine/kernels/amx_dense.cpp PROPERTIES COMPILE_OPTIONS -Wno-maybe-uninitialized)
endif()
# Each is compiled for the instructions of its own tiles.
set_source_files_properties(src/engine/kernels/amx_dense.cpp src/engine/kernels/emulated_dense.cpp
                            PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

sonde_part(engine/config    ARROWS base formats engine/kernels)
sonde_part(engine/families  ARROWS base engine/config engine/graph)
sonde_part(engine/folders   ARROWS base formats engine/config engine/families engine/tokens engine/weights)
sonde_part(engine/graph     ARROWS base formats engine/kernels engine/config engine/weights)
sonde_part(engine/models    ARROWS base formats engine/config engine/folders engine/graph engine/tokens
                                   engine/weights)
sonde_part(engine/recurrent ARROWS base engine/weights)
sonde_part(engine/tokens    ARROWS base formats engine/config)
sonde_part(engine/weights   ARROWS base formats engine/config)
sonde_room(engine           ARROWS
                            LIBRARIES openvino::runtime sonde_tokenizers nlohmann_json::nlohmann_json Eigen3::Eigen)

sonde_part(encoders/older       ARROWS base text formats data engine encoders/shared)
sonde_part(encoders/external     ARROWS base text formats outside encoders/shared)
sonde_part(encoders/shared      ARROWS base)
sonde_part(encoders/transformer ARROWS base text formats data outside engine encoders/shared)
sonde_part(encoders/words       ARROWS base text formats statistics/learning data encoders/shared)
sonde_room(encoders             ARROWS base text formats data encoders/shared encoders/transformer
                                LIBRARIES OpenSSL::Crypto)

sonde_room(graphs ARROWS base text formats TESTS statistics/measures)
target_include_directories(sonde_graphs SYSTEM PRIVATE ${SONDE_LEMON})
target_compile_definitions(sonde_graphs PRIVATE LEMON_ONLY_TEMPLATES)  # headers alone

sonde_room(roles ARROWS base text formats graphs
                 LIBRARIES nlohmann_json::nlohmann_json)

sonde_room(scorers ARROWS base text statistics/measures data outside engine encoders graphs roles)

# The rules of negation, for the probe curves (sonde/negation.h).
if(SONDE_WORKSHOP)
  set(SONDE_NEGATION sonde_workshop_language)
else()
  sonde_room(text/no_negation ARROWS base text)
  set(SONDE_NEGATION sonde_text_no_negation)
endif()

sonde_part(probes/curves   ARROWS base text formats statistics/resampling statistics/separation data probes/shared)
sonde_part(probes/heros    ARROWS base statistics/resampling probes/shared)
sonde_part(probes/search   ARROWS base statistics/measures data probes/shared)
sonde_part(probes/sets     ARROWS base text statistics/measures statistics/resampling data probes/shared)
sonde_part(probes/shared   ARROWS base text statistics/measures statistics/separation data)
sonde_part(probes/sts      ARROWS base statistics/measures statistics/resampling data statistics/agreement
                                  probes/shared)
sonde_part(probes/variants ARROWS base probes/shared)
sonde_part(probes/triplets ARROWS base statistics/resampling data probes/shared)
sonde_room(probes          ARROWS base statistics/resampling data probes/curves probes/sets probes/shared probes/sts
                           LIBRARIES ${SONDE_NEGATION})

sonde_part(run/derived ARROWS base statistics/measures statistics/learning run/measure run/tasks run/values
                              run/vectors)
sonde_part(run/files   ARROWS base data store run/tasks run/values run/vectors)
sonde_part(run/items   ARROWS base data store encoders run/tasks)
sonde_part(run/measure ARROWS base store scorers probes run/items run/vectors)
sonde_part(run/tasks   ARROWS base formats data store encoders scorers probes)
sonde_part(run/values  ARROWS scorers run/items run/measure run/tasks run/vectors)
sonde_part(run/vectors ARROWS base statistics/measures data store encoders scorers run/items run/tasks)
sonde_room(run         ARROWS base statistics/measures data store encoders scorers run/derived run/files run/items
                              run/measure run/tasks run/values run/vectors
                       LIBRARIES fmt::fmt)
# A type in it has a member in an unnamed namespace, which the compiler refuses in a source that another includes.
set_source_files_properties(src/run/tasks/item_stream.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

sonde_room(data/describe ARROWS base text data engine probes run)

sonde_part(compare/gates ARROWS base formats statistics/resampling data store probes run compare)
sonde_room(compare       ARROWS base statistics/measures statistics/resampling data store probes run
                         LIBRARIES fmt::fmt)

sonde_part(report/figures ARROWS base statistics/measures statistics/resampling data statistics/agreement store compare
                                 report)
sonde_part(report/page    ARROWS base statistics/agreement store compare report report/figures report/tables)
sonde_part(report/tables  ARROWS base text statistics/resampling data statistics/agreement store compare report
                                 report/figures)
sonde_room(report         ARROWS base text statistics/resampling data store compare
                          LIBRARIES fmt::fmt nlohmann_json::nlohmann_json)

sonde_room(apps/server ARROWS base text formats statistics/measures statistics/resampling statistics/separation data
                              encoders probes run report
                       LIBRARIES nlohmann_json::nlohmann_json OpenSSL::Crypto)

sonde_room(apps/cli ARROWS base text formats data statistics/agreement store outside encoders scorers probes run
                           data/describe compare report apps/server
                    LIBRARIES fmt::fmt)

# The workshop, which makes data. The instrument does not include it.
if(SONDE_WORKSHOP)
sonde_part(workshop/language/edits   ARROWS base text formats workshop/language/lexicon workshop/language/parse)
sonde_part(workshop/language/lexicon ARROWS base text formats)
sonde_part(workshop/language/minimal_pairs ARROWS base text formats workshop/language/edits
                                                  workshop/language/lexicon workshop/language/parse)
sonde_part(workshop/language/parse   ARROWS base text formats workshop/language/lexicon)
sonde_room(workshop/language         ARROWS
                                     LIBRARIES ${CMAKE_DL_LIBS})

sonde_part(workshop/labellers/pair_kinds ARROWS base text formats roles workshop/language workshop/labellers)
sonde_room(workshop/labellers ARROWS base text formats outside roles workshop/language
                              LIBRARIES nlohmann_json::nlohmann_json)

sonde_part(workshop/makers/curves   ARROWS base text formats data workshop/language workshop/makers)
sonde_part(workshop/makers/fusions  ARROWS base text formats data outside workshop/makers)
sonde_part(workshop/makers/heros    ARROWS base text formats data workshop/language workshop/makers)
sonde_part(workshop/makers/pairs    ARROWS base text formats data outside workshop/language workshop/labellers
                                           workshop/makers)
sonde_part(workshop/makers/triplets ARROWS base text data workshop/language workshop/makers)
sonde_room(workshop/makers          ARROWS base text formats data outside
                                    LIBRARIES nlohmann_json::nlohmann_json)

sonde_part(workshop/audit/denials ARROWS workshop/language/parse workshop/audit)
sonde_part(workshop/audit/search  ARROWS base text formats data workshop/audit)
sonde_room(workshop/audit ARROWS base text formats data outside workshop/language workshop/makers
                          LIBRARIES nlohmann_json::nlohmann_json)

sonde_room(workshop/rating ARROWS base formats statistics/measures statistics/resampling data statistics/agreement outside
                                  probes report apps/server
                           LIBRARIES nlohmann_json::nlohmann_json)

sonde_room(workshop/commands ARROWS base text formats statistics/learning statistics/separation statistics/agreement data encoders roles scorers
                                    run compare report apps/server apps/cli workshop/labellers workshop/makers workshop/audit workshop/rating
                             LIBRARIES fmt::fmt)
endif()

if(SONDE_NANOBIND AND SONDE_WORKSHOP)
sonde_room(apps/python ARROWS base statistics/measures statistics/resampling statistics/separation data store encoders
                              scorers probes run compare report apps/cli
                       PYTHON)

sonde_room(workshop/python ARROWS base text statistics/measures statistics/agreement graphs roles data/describe compare report
                                  apps/cli workshop/labellers workshop/makers workshop/audit apps/python
                           PYTHON)
endif()

# The program and the Python module, where instrument and workshop meet.
sonde_part(apps/programs ARROWS base apps/cli apps/python workshop/commands workshop/python)

