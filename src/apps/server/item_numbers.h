// A probe asked about single items, by its public interface: numbers are those of a run.
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

// Of a record with these values, by the names of its fields. Errors: the probe's.
Item item_with(const Probe& probe, const std::map<std::string, std::string>& values);

// All texts of the items, in order.
std::vector<Text> texts_in(std::span<const Item> items);

// The items' rows x measurements(), of the vectors of texts_in().
MatrixOf<double> measured(const Probe& probe, std::span<const Item> items,
                          const EncodedTexts& encoded);

// What a run on this item alone says of all its rows, by the results' names.
std::map<std::string, double> results_of(const Probe& probe, const Item& item,
                                         const MatrixOf<double>& values);

}  // namespace sonde
