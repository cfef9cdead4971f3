// Measures single items with a probe, through its public interface: the numbers equal a run's.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/server/loaded_encoders.h"
#include "sonde/probe.h"
#include "sonde/result.h"

namespace sonde {

// A probe with options that need no quoting.
std::unique_ptr<Probe> probe_with(const std::string& kind,
                                  const std::map<std::string, std::string>& options);

// The item of a record with these values, by field name. Errors: the probe's.
Item item_with(const Probe& probe, const std::map<std::string, std::string>& values);

// All texts of the items, in order.
std::vector<Text> texts_in(std::span<const Item> items);

// The items' rows x measurements(), of the vectors of texts_in().
MatrixOf<double> measured(const Probe& probe, std::span<const Item> items,
                          const EncodedTexts& encoded);

// The results of a run on this item alone for all its rows, by name.
std::map<std::string, double> results_of(const Probe& probe, const Item& item,
                                         const MatrixOf<double>& values);

}  // namespace sonde
