#pragma once

#include <link-grammar/link-includes.h>

namespace sonde {

// The functions of Link Grammar that are used. It is loaded when a sentence is first parsed, so
// that sonde also runs without it.
struct LinkGrammar {
  decltype(&lg_error_set_handler) error_set_handler;
  decltype(&::dictionary_create_lang) dictionary_create_lang;
  decltype(&::dictionary_delete) dictionary_delete;
  decltype(&::parse_options_create) parse_options_create;
  decltype(&::parse_options_delete) parse_options_delete;
  decltype(&::parse_options_set_verbosity) set_verbosity;
  decltype(&::parse_options_set_linkage_limit) set_linkage_limit;
  decltype(&::parse_options_set_repeatable_rand) set_repeatable_rand;
  decltype(&::parse_options_set_max_parse_time) set_max_parse_time;
  decltype(&::parse_options_set_min_null_count) set_min_null_count;
  decltype(&::parse_options_set_max_null_count) set_max_null_count;
  decltype(&::parse_options_set_islands_ok) set_islands_ok;
  decltype(&::parse_options_set_spell_guess) set_spell_guess;
  decltype(&::sentence_create) sentence_create;
  decltype(&::sentence_delete) sentence_delete;
  decltype(&::sentence_split) sentence_split;
  decltype(&::sentence_parse) sentence_parse;
  decltype(&::sentence_num_valid_linkages) sentence_num_valid_linkages;
  decltype(&::linkage_create) linkage_create;
  decltype(&::linkage_delete) linkage_delete;
  decltype(&::linkage_disjunct_cost) linkage_disjunct_cost;
  decltype(&::linkage_unused_word_cost) linkage_unused_word_cost;
  decltype(&::linkage_get_num_words) linkage_get_num_words;
  decltype(&::linkage_get_num_links) linkage_get_num_links;
  decltype(&::linkage_get_word) linkage_get_word;
  decltype(&::linkage_get_word_byte_start) linkage_get_word_byte_start;
  decltype(&::linkage_get_word_byte_end) linkage_get_word_byte_end;
  decltype(&::linkage_get_link_label) linkage_get_link_label;
  decltype(&::linkage_get_link_lword) linkage_get_link_lword;
  decltype(&::linkage_get_link_rword) linkage_get_link_rword;
};

// Any thread. Errors: kOutside if it is not installed.
const LinkGrammar& link_grammar();

}  // namespace sonde
