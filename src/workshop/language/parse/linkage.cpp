#include "workshop/language/parse/linkage.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <type_traits>

#include "formats/utf8.h"
#include "sonde/error.h"
#include "text/unicode.h"
#include "text/word_runs.h"
#include "workshop/language/parse/link_grammar.h"

namespace sonde {
namespace {

// Linkages beyond this many are a random sample, of a generator with a fixed seed.
constexpr int kLinkageLimit = 100;

constexpr std::size_t kLongestSentence = 400;  // bytes
constexpr std::size_t kMostWordsParsed = 50;

template <auto destroy>
struct Destroy {
  template <class T>
  void operator()(T* object) const {
    (link_grammar().*destroy)(object);
  }
};
template <class Handle, auto destroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroy<destroy>>;
using OwnedDictionary = Owned<Dictionary, &LinkGrammar::dictionary_delete>;
using OwnedOptions = Owned<Parse_Options, &LinkGrammar::parse_options_delete>;
using OwnedSentence = Owned<Sentence, &LinkGrammar::sentence_delete>;
using OwnedLinkage = Owned<::Linkage, &LinkGrammar::linkage_delete>;

// The library's messages would go to stderr. Its handler belongs to a thread.
class Silence {
 public:
  Silence() : before_(link_grammar().error_set_handler([](lg_errinfo*, void*) {}, nullptr)) {}
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { link_grammar().error_set_handler(before_, nullptr); }

 private:
  lg_error_handler before_;
};

OwnedDictionary open_dictionary(const std::string& folder) {
  OwnedDictionary dictionary;
  if (std::filesystem::exists(folder + "/4.0.dict")) {
    dictionary.reset(link_grammar().dictionary_create_lang(folder.c_str()));
  }
  if (dictionary) return dictionary;
  throw outside_error("Link Grammar's English dictionary is not available", {folder},
                      "install Debian's package link-grammar-dictionaries-en");
}

OwnedOptions make_options(std::size_t most_null_words) {
  OwnedOptions options(link_grammar().parse_options_create());
  link_grammar().set_verbosity(options.get(), 0);
  link_grammar().set_linkage_limit(options.get(), kLinkageLimit);
  link_grammar().set_repeatable_rand(options.get(), true);
  link_grammar().set_max_parse_time(options.get(), -1);  // no clock decides a result
  link_grammar().set_min_null_count(options.get(), 0);
  link_grammar().set_max_null_count(options.get(), static_cast<int>(most_null_words));
  link_grammar().set_islands_ok(options.get(), false);
  link_grammar().set_spell_guess(options.get(), 0);
  return options;
}

ParsedWord word_at(const ::Linkage linkage, std::size_t at, const std::string& sentence) {
  ParsedWord word;
  word.begin = link_grammar().linkage_get_word_byte_start(linkage, at);
  word.end = link_grammar().linkage_get_word_byte_end(linkage, at);
  if (word.begin >= word.end || word.end > sentence.size()) return word;
  word.text = lower_case(std::string_view(sentence).substr(word.begin, word.end - word.begin));
  const std::string_view shown = link_grammar().linkage_get_word(linkage, at);
  if (const auto dot = shown.rfind('.'); dot != shown.npos) word.subscript = shown.substr(dot + 1);
  return word;
}

ParsedLink link_at(const ::Linkage linkage, std::size_t at) {
  const std::string_view label = link_grammar().linkage_get_link_label(linkage, at);
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto rest = std::find_if_not(label.begin(), label.end(), is_upper);
  return {link_grammar().linkage_get_link_lword(linkage, at),
          link_grammar().linkage_get_link_rword(linkage, at), std::string(label.begin(), rest),
          std::string(rest, label.end())};
}

Linkage copy_of(const ::Linkage linkage, const std::string& sentence) {
  Linkage copy;
  copy.cost = link_grammar().linkage_disjunct_cost(linkage);
  copy.null_words = static_cast<std::size_t>(link_grammar().linkage_unused_word_cost(linkage));
  for (std::size_t i = 0; i < link_grammar().linkage_get_num_words(linkage); ++i) {
    copy.words.push_back(word_at(linkage, i, sentence));
  }
  for (std::size_t i = 0; i < link_grammar().linkage_get_num_links(linkage); ++i) {
    copy.links.push_back(link_at(linkage, i));
  }
  return copy;
}

// The library ends the process over a sentence in which it finds no word.
bool has_letter(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_letter(next_code_point(text, at))) return true;
  }
  return false;
}

class EnglishParser final : public LinkParser {
 public:
  EnglishParser(const std::string& dictionary, const LinkParserOptions& options)
      : dictionary_(open_dictionary(dictionary)), options_(make_options(options.most_null_words)) {}

  std::vector<Linkage> parse(const std::string& text, std::size_t most) override {
    const Silence silence;
    std::vector<Linkage> linkages;
    if (!has_letter(text)) return linkages;
    const OwnedSentence sentence(link_grammar().sentence_create(text.c_str(), dictionary_.get()));
    if (!sentence || link_grammar().sentence_split(sentence.get(), options_.get()) != 0)
      return linkages;
    if (link_grammar().sentence_parse(sentence.get(), options_.get()) <= 0) return linkages;
    const int valid = link_grammar().sentence_num_valid_linkages(sentence.get());
    const auto count = std::min(most, static_cast<std::size_t>(std::max(valid, 0)));
    for (std::size_t i = 0; i < count; ++i) {
      const OwnedLinkage linkage(link_grammar().linkage_create(i, sentence.get(), options_.get()));
      if (linkage) linkages.push_back(copy_of(linkage.get(), text));
    }
    return linkages;
  }

 private:
  OwnedDictionary dictionary_;
  OwnedOptions options_;
};

}  // namespace

bool have_same_links(const Linkage& one, const Linkage& other) {
  using Link = std::tuple<std::size_t, std::size_t, std::string_view>;
  const auto sorted = [](const Linkage& linkage) {
    std::vector<Link> links;
    for (const auto& link : linkage.links) links.emplace_back(link.left, link.right, link.type);
    std::ranges::sort(links);
    return links;
  };
  return sorted(one) == sorted(other);
}

bool is_fit_to_parse(std::string_view sentence) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (sentence.size() > kLongestSentence || find_invalid_utf8(sentence) != sentence.npos ||
      std::any_of(sentence.begin(), sentence.end(), is_control)) {
    return false;
  }
  std::vector<std::string_view> words;
  split_at_spaces(sentence, words);
  return !words.empty() && words.size() <= kMostWordsParsed;
}

std::unique_ptr<LinkParser> make_link_parser(const std::string& dictionary,
                                             const LinkParserOptions& options) {
  const Silence silence;
  return std::make_unique<EnglishParser>(dictionary, options);
}

}  // namespace sonde
