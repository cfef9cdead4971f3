#include "workshop/makers/heros/heros_sheet.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/counted.h"
#include "base/parse.h"
#include "formats/tables/delimited.h"
#include "sonde/error.h"
#include "text/sentences.h"

namespace sonde {
namespace {

constexpr std::size_t kMostCandidates = 9;
constexpr std::size_t kFirstNegation = 4;  // from here on variants are whole sentences
constexpr std::size_t kLongestText = 1000;

std::string marked(std::string_view sentence, std::size_t begin, std::size_t end) {
  return std::string(sentence.substr(0, begin)) + "[" +
         std::string(sentence.substr(begin, end - begin)) + "]" + std::string(sentence.substr(end));
}

std::string sheet_row(const Source& source, std::size_t variant, const std::string& sentence,
                      const std::vector<std::string>& candidates, const std::string& origins) {
  const HerosVariant& kind = heros_variants()[variant];
  std::string row =
      source.id + "/" + std::string(kind.name) + "\t" + std::string(kind.ask) + "\t" + sentence;
  for (std::size_t i = 0; i < kMostCandidates; ++i) {
    row += "\t" + (i < candidates.size() ? candidates[i] : std::string());
  }
  return row + "\t\t" + origins + "\n";
}

// A column by name, or nothing without one.
std::optional<std::size_t> found_place(const std::vector<std::string>& header,
                                       std::string_view name) {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

class ChosenReader {
 public:
  explicit ChosenReader(const std::filesystem::path& file) : rows_(file) {}

  std::vector<ChosenVariants> read() {
    read_header();
    for (std::vector<std::string> fields; rows_.next(fields);) {
      if (fields.size() != columns_) {
        refuse("has " + counted(fields.size(), "field") + ", the header " +
               std::to_string(columns_));
      }
      read_row(fields);
    }
    if (order_.empty()) refuse("has no row");
    std::vector<ChosenVariants> all;
    for (const auto& id : order_) all.push_back(std::move(by_id_.at(id)));
    return all;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw input_error(what, rows_.place(),
                      "give a sheet that --confirm wrote, filled in, or the gold.tsv of `sonde "
                      "rate export`");
  }

  void read_header() {
    std::vector<std::string> header;
    rows_.next(header);
    columns_ = header.size();
    const auto required = [&](std::string_view name) {
      const auto place = found_place(header, name);
      if (!place) refuse("has no column " + std::string(name));
      return *place;
    };
    id_ = required("id");
    sentence_ = required("sentence");
    const auto choice = found_place(header, "choice");
    chosen_ = choice ? *choice : required("chosen");
    by_number_ = !choice;
    for (std::size_t i = 1; i <= kMostCandidates; ++i) {
      const auto place =
          found_place(header, i == 1 ? "candidate" : "candidate " + std::to_string(i));
      if (place) candidates_.push_back(*place);
    }
  }

  void read_row(const std::vector<std::string>& fields) {
    const std::string& id = fields[id_];
    const auto slash = id.rfind('/');
    const std::string name = slash == id.npos ? std::string() : id.substr(slash + 1);
    const auto& kinds = heros_variants();
    const auto kind = std::ranges::find(kinds, name, &HerosVariant::name);
    if (kind == kinds.end() || slash == 0) refuse("the id '" + id + "' names no variant");
    if (!seen_.insert(id).second) refuse("the id '" + id + "' comes twice");
    const auto variant = static_cast<std::size_t>(kind - kinds.begin());
    const std::string original_id = id.substr(0, slash);
    auto [found, is_new] = by_id_.try_emplace(original_id);
    if (is_new) {
      order_.push_back(original_id);
      found->second.id = original_id;
    }
    take_sentence(fields[sentence_], variant, found->second);
    found->second.chosen[variant] = checked(chosen_text(fields), variant, found->second);
  }

  // A sentence whose word is in brackets.
  struct Bracketed {
    std::size_t begin;
    std::string word, sentence;
  };

  Bracketed in_brackets(const std::string& text) const {
    const auto open = text.find('['), close = text.find(']');
    if (open == text.npos || close == text.npos || close < open + 2) {
      refuse("has no word in brackets");
    }
    const std::string word = text.substr(open + 1, close - open - 1);
    return {open, word, text.substr(0, open) + word + text.substr(close + 1)};
  }

  // The original, and, for a word's variant, the word in brackets, the same in all of its rows.
  void take_sentence(const std::string& text, std::size_t variant, ChosenVariants& row) {
    std::string sentence = text;
    if (variant < kFirstNegation) {
      auto found = in_brackets(text);
      const auto begin = begins_.try_emplace(row.id, found.begin).first->second;
      if (begin != found.begin || (!row.word.empty() && row.word != found.word)) {
        refuse("has another word in brackets than a row before");
      }
      row.word = std::move(found.word);
      sentence = std::move(found.sentence);
    }
    if (sentence.size() > kLongestText) refuse("is too long");
    if (!row.original.empty() && row.original != sentence) {
      refuse("has another sentence than a row before");
    }
    row.original = sentence;
  }

  std::string chosen_text(const std::vector<std::string>& fields) const {
    std::string text = spaced_once(fields[chosen_]);
    const auto number = by_number_ ? parse_number<std::size_t>(text) : std::nullopt;
    if (!number) return text;
    if (*number == 0) return {};
    const bool there = *number <= candidates_.size() && !fields[candidates_[*number - 1]].empty();
    if (!there) refuse("chooses candidate " + std::to_string(*number) + ", which is not there");
    return fields[candidates_[*number - 1]];
  }

  // For a word, the whole sentence with it.
  std::string checked(const std::string& text, std::size_t variant,
                      const ChosenVariants& row) const {
    if (text.empty()) return {};
    if (text.size() > kLongestText || text.find_first_of("[]") != text.npos) {
      refuse("chooses something that is not a word or sentence");
    }
    if (variant >= kFirstNegation) return text;
    const std::size_t begin = begins_.at(row.id);
    std::string sentence = row.original;
    return sentence.replace(begin, row.word.size(), text);
  }

  DelimitedReader rows_;
  std::size_t columns_ = 0, id_ = 0, sentence_ = 0, chosen_ = 0;
  bool by_number_ = false;
  std::vector<std::size_t> candidates_;
  std::set<std::string> seen_;
  std::vector<std::string> order_;
  std::map<std::string, ChosenVariants> by_id_;
  std::map<std::string, std::size_t> begins_;  // start of the word in brackets
};

}  // namespace

const std::array<HerosVariant, kHerosVariants>& heros_variants() {
  static const std::array<HerosVariant, kHerosVariants> kVariants{
      HerosVariant{"synonym", "Synonym", "Which word says the same here as the one in brackets?"},
      HerosVariant{"antonym", "Antonym",
                   "Which word makes the sentence say the opposite, in place of the one in "
                   "brackets?"},
      HerosVariant{
          "random", "Random",
          "Which word fits the grammar in place of the one in brackets, and says something "
          "that is neither the same nor the opposite?"},
      HerosVariant{"typo", "Typo",
                   "Which is the word in brackets, misspelt as people do, and no other word?"},
      HerosVariant{"negation-main", "Negation (main)", "Which sentence denies what this one says?"},
      HerosVariant{"negation-antonym", "Negation (antonym)",
                   "Which sentence denies the clause of the word that is replaced?"}};
  return kVariants;
}

std::string heros_table(const std::vector<HerosRow>& rows) {
  std::string table = "id\tOriginal";
  for (const auto& kind : heros_variants()) table += "\t" + std::string(kind.column);
  table += "\ttrace\n";
  for (const auto& row : rows) {
    table += row.id + "\t" + row.original;
    for (const auto& variant : row.variants) table += "\t" + variant;
    table += "\t" + row.trace + "\n";
  }
  return table;
}

std::string heros_sheet_header() {
  std::string header = "id\task\tsentence\tcandidate";
  for (std::size_t i = 2; i <= kMostCandidates; ++i) header += "\tcandidate " + std::to_string(i);
  return header + "\tchosen\torigins\n";
}

std::string heros_sheet_rows(const Source& source, const MinimalPairs& pairs) {
  const std::string shown = marked(source.text, pairs.begin, pairs.end);
  std::string rows;
  const std::array words{&pairs.synonyms, &pairs.antonyms, &pairs.randoms, &pairs.typos};
  for (std::size_t variant = 0; variant < words.size(); ++variant) {
    std::vector<std::string> candidates;
    std::string origins;
    for (const auto& one : *words[variant]) {
      candidates.push_back(one.word);
      origins += (origins.empty() ? "" : "; ") + one.origin + (one.sure ? "" : " (not sure)");
    }
    rows += sheet_row(source, variant, shown, candidates, origins);
  }
  rows += sheet_row(source, kFirstNegation, source.text, {pairs.negation_main.text},
                    pairs.negation_main.trace);
  rows += sheet_row(source, kFirstNegation + 1, source.text, {pairs.negation_antonym.text},
                    pairs.negation_antonym.trace);
  return rows;
}

std::vector<ChosenVariants> read_chosen_variants(const std::filesystem::path& file) {
  return ChosenReader(file).read();
}

}  // namespace sonde
