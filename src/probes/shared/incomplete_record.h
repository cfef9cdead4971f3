#pragma once

#include <string>
#include <utility>

#include "sonde/error.h"
#include "sonde/probe.h"

namespace sonde {

// A record without one of its sentences. It is left out and counted, or ends a strict run.
class IncompleteRecord : public Error {
 public:
  IncompleteRecord(std::string message, Place place, std::string advice)
      : Error(ErrorKind::kInput, std::move(message), std::move(place), std::move(advice)) {}
};

// The record's item. An incomplete record has one without texts, which is left out.
Item made_item(const Probe& probe, Record&& record);

}  // namespace sonde
