# The installed program runs from anywhere: OpenVINO's libraries lie beside it
# in lib/sonde, where their plug-ins find each other, and the probe sets and the
# default model in share/sonde.
if(NOT TARGET sonde)
  return()
endif()
set_target_properties(sonde PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/sonde")
install(TARGETS sonde RUNTIME DESTINATION bin)
