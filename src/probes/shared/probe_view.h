// A probe's tab in `sonde serve`, as data: the server encodes and measures, the page draws.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sonde/probe.h"

namespace sonde {

struct ViewTitle {
  std::string_view path;   // requests go to /api/PATH
  std::string_view title;  // of the tab
  std::string_view asks;
};

struct ViewText {
  std::string_view key;    // in requests and addresses
  std::string_view field;  // of the probe's records
  std::string_view label, first;
};

struct ViewChoice {
  std::string_view name, says;
  std::vector<std::string_view> texts{};  // examples that replace the first ones, if any
};

// Without choices there is no menu.
struct ViewMenu {
  std::string_view key, label;
  bool is_field;  // of the probe's records, or else an option of the probe
  std::vector<ViewChoice> choices;
};

struct ViewNumber {
  std::string_view key, label;
  std::string_view text{};  // key of the text that is compared with the first, if it is one
};

struct ViewCriterion {
  std::string_view name, says;  // the latter may be empty
  double holds;                 // 1, 0 or NaN
};

// Vectors in the plane of A and B, where A is on the first axis.
struct ViewPlane {
  std::array<double, 2> a, b, target;
  double distance;  // of the target from the plane
};

// What an encoder makes of an item: numbers in the order of the view's keys.
struct ViewAnswer {
  std::vector<double> similarities, numbers{};
  double passes = 0;  // 1, 0 or NaN
  std::vector<ViewCriterion> criteria{};
  std::optional<ViewPlane> plane{};
};

// An item as a run of it alone measures it.
struct MeasuredItem {
  const Probe& probe;
  const Item& item;
  std::string_view choice;       // empty without a menu
  Matrix<const float> vectors;   // of the item's texts
  Matrix<const double> numbers;  // rows x measurements
  const std::map<std::string, double>& results;
};

// A tab for one item.
struct ItemView {
  ViewTitle title;
  std::map<std::string, std::string> options;  // of the probe
  ViewMenu menu;
  std::vector<ViewText> texts;
  std::vector<ViewNumber> similarities, numbers;
  bool has_verdict;           // whether an item passes
  std::string_view no_plane;  // a note if vectors have none. Empty: the view draws none
  ViewAnswer (*answer)(const MeasuredItem& item);
};

// One of two kinds of rows, whose labels are NAME or NAME:KEY=PLACE.
struct ViewGroup {
  std::string_view name;    // in labels and addresses
  std::string_view option;  // of the probe: the terms that make its rows
  std::string_view label;   // of the field for the terms
  std::string_view says, mean;
};

struct ViewLanguage {
  std::string_view code, name;
  std::array<std::string_view, 2> terms;  // of each group, with commas
};

// A tab for the sentences of a text or a corpus. It shows how far the similarities of two kinds of
// variants are apart.
struct CorpusView {
  ViewTitle title;
  std::string_view figure;                     // its title
  std::map<std::string, std::string> options;  // of the probe
  std::array<ViewGroup, 2> groups;             // the first keeps the meaning
  std::vector<ViewLanguage> languages;
  std::string_view text;
};

}  // namespace sonde
