// Room: data.
//
// Names, specifications and identities of encoders and scorers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sonde/digest.h"
#include "sonde/error.h"

namespace sonde {

// "NAME=KIND:LOCATION?key=value&key=value", for instance
// "base=hf:models/minilm?pooling=mean&layer=6". Values are percent-decoded.
// Every kind of named part (encoder, scorer, probe) is written so.
struct Spec {
  std::string text;  // the spec without the name
  std::string name;  // NAME, or a short one made from the rest
  std::string kind;
  std::string location;  // may be empty
  std::string group;     // the option `group`, taken out of `options`
  std::map<std::string, std::string> options;
  Place place{};  // in a bench file, empty for the command line
};

// Errors: kUsage, with the offending text.
Spec parse_spec(std::string_view text);

// The text with paths (the location, and values from / ./ ../ on) cut to their last part. It is the
// same for any folder, so a run file may contain it.
std::string text_without_folders(const Spec& spec);

// Reads a part's options. Each is read once, and an option that was never read is an error that
// suggests the nearest known name.
class Options {
 public:
  explicit Options(const Spec& spec);

  std::string text(const std::string& key, const std::string& otherwise);
  // One of `allowed`. Errors: kUsage.
  std::string choice(const std::string& key, const std::string& otherwise,
                     const std::vector<std::string>& allowed);
  // A whole number in [low, high]. Errors: kUsage.
  std::int64_t integer(const std::string& key, std::int64_t otherwise, std::int64_t low,
                       std::int64_t high);
  std::size_t count(const std::string& key, std::size_t otherwise, std::size_t low,
                    std::size_t high);
  double number(const std::string& key, double otherwise);  // Errors: kUsage if it isn't finite
  bool flag(const std::string& key, bool otherwise);        // true|false|1|0|yes|no
  bool has(const std::string& key) const;

  void done() const;  // Errors: kUsage if an option was never read.

 private:
  const std::string* find(const std::string& key, const std::string& otherwise);

  const Spec& spec_;
  std::map<std::string, std::string> defaults_;
};

// All that defines a subject's output.
struct Identity {
  std::string view;      // names one of several views of an encoder, empty for a single one
  Digest what;           // model and tokenizer files, pooling, layer, normalisation, prompt, ...
  std::string numerics;  // engine and its version, precision, class of CPU, kernels in force
  bool sided = false;    // whether the two sides of a comparison give different vectors
  bool batch_dependent = false;  // whether the other texts of a batch change a vector
  std::vector<std::pair<std::string, std::string>> facts;  // for people, in order of display
  // Why the subject may be different in the next run, and how to rule that out. Empty: it can't.
  // Vectors of a doubtful subject are stored for one run alone. Not stored in run files.
  std::string doubt{};
};

// An encoder's report on a vector.
struct Remark {
  std::uint32_t tokens = 0;   // before truncation, special tokens included
  std::uint32_t kept = 0;     // encoded
  std::uint32_t unknown = 0;  // tokens that the vocabulary is missing
  bool undefined = false;     // has no vector, its numbers are NaN
};

}  // namespace sonde
