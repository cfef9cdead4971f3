#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sonde/result.h"

namespace sonde {

inline constexpr const char* kBestMark = "best";
inline constexpr const char* kAsGoodMark = "as good";

// One thing that a figure draws. Each kind reads some of these.
struct FigurePoint {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string series;    // a colour or a panel: a subject
  std::string category;  // a place on an axis of names, or the second curve
  double x = kNone, y = kNone;
  double low = kNone, high = kNone;                              // 95% interval of y
  std::array<double, 5> box{kNone, kNone, kNone, kNone, kNone};  // lowest to highest
  std::string told{};                                            // text for people
  std::string mark{};  // of a place on a line: kBestMark, kAsGoodMark or none
};

struct FigureMark {
  std::string series, title;  // for one series, or for all if it is empty
  double at;
  std::string category{};  // for one category, or for all if it is empty
};

// The content of a figure: tidy numbers, whatever their source.
struct Figure {
  std::string id;  // a-z, 0-9 and -
  FigureKind kind = FigureKind::kBars;
  std::string title, caption, paper;
  std::string summary{};                            // a sentence for those who don't see it
  std::string x{}, y{};                             // axis titles
  std::vector<std::string> series{}, categories{};  // in order
  std::vector<FigurePoint> points{};
  std::vector<FigureMark> marks{};
  double step = 1;  // for a histogram's x
  // Series that don't stretch the colours of a heat map.
  std::vector<std::string> baselines{};
};

// A figure's content if it is the same everywhere: the value of all points, or the one bin that all
// distributions have. Nothing if there is something to see.
std::optional<double> constant_of(const Figure& figure);

std::string_view figure_kind_name(FigureKind kind);

// A Vega-Lite specification with its numbers, without colours and without a fixed width. JSON as
// text.
std::string figure_spec(const Figure& figure);

// "a-b-c" of any words.
std::string figure_id(const std::vector<std::string>& words);

}  // namespace sonde
