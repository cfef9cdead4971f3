#include "workshop/language/parse/link_grammar.h"

#include <dlfcn.h>

#include <string>

#include "sonde/error.h"

namespace sonde {
namespace {

[[noreturn]] void throw_unavailable(const std::string& why) {
  throw outside_error("Link Grammar is not available: " + why, {},
                      "install Debian's package liblink-grammar5");
}

template <class Function>
void find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  if (function == nullptr) throw_unavailable(::dlerror());
}

LinkGrammar load_link_grammar() {
  void* const library = ::dlopen("liblink-grammar.so.5", RTLD_NOW | RTLD_LOCAL);  // for good
  if (library == nullptr) throw_unavailable(::dlerror());
  LinkGrammar found;
  find_function(library, "lg_error_set_handler", found.error_set_handler);
  find_function(library, "dictionary_create_lang", found.dictionary_create_lang);
  find_function(library, "dictionary_delete", found.dictionary_delete);
  find_function(library, "parse_options_create", found.parse_options_create);
  find_function(library, "parse_options_delete", found.parse_options_delete);
  find_function(library, "parse_options_set_verbosity", found.set_verbosity);
  find_function(library, "parse_options_set_linkage_limit", found.set_linkage_limit);
  find_function(library, "parse_options_set_repeatable_rand", found.set_repeatable_rand);
  find_function(library, "parse_options_set_max_parse_time", found.set_max_parse_time);
  find_function(library, "parse_options_set_min_null_count", found.set_min_null_count);
  find_function(library, "parse_options_set_max_null_count", found.set_max_null_count);
  find_function(library, "parse_options_set_islands_ok", found.set_islands_ok);
  find_function(library, "parse_options_set_spell_guess", found.set_spell_guess);
  find_function(library, "sentence_create", found.sentence_create);
  find_function(library, "sentence_delete", found.sentence_delete);
  find_function(library, "sentence_split", found.sentence_split);
  find_function(library, "sentence_parse", found.sentence_parse);
  find_function(library, "sentence_num_valid_linkages", found.sentence_num_valid_linkages);
  find_function(library, "linkage_create", found.linkage_create);
  find_function(library, "linkage_delete", found.linkage_delete);
  find_function(library, "linkage_disjunct_cost", found.linkage_disjunct_cost);
  find_function(library, "linkage_unused_word_cost", found.linkage_unused_word_cost);
  find_function(library, "linkage_get_num_words", found.linkage_get_num_words);
  find_function(library, "linkage_get_num_links", found.linkage_get_num_links);
  find_function(library, "linkage_get_word", found.linkage_get_word);
  find_function(library, "linkage_get_word_byte_start", found.linkage_get_word_byte_start);
  find_function(library, "linkage_get_word_byte_end", found.linkage_get_word_byte_end);
  find_function(library, "linkage_get_link_label", found.linkage_get_link_label);
  find_function(library, "linkage_get_link_lword", found.linkage_get_link_lword);
  find_function(library, "linkage_get_link_rword", found.linkage_get_link_rword);
  return found;
}

}  // namespace

const LinkGrammar& link_grammar() {
  static const LinkGrammar library = load_link_grammar();
  return library;
}

}  // namespace sonde
