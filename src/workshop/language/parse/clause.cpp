#include "workshop/language/parse/clause.h"

#include <algorithm>
#include <string>

namespace sonde {
namespace {

constexpr std::string_view kSubjectLinks = "|S|SF|SX|";
constexpr std::string_view kInvertedLinks = "|SI|SFI|SXI|";
constexpr std::string_view kAdverbLinks = "|E|EE|EB|";
constexpr std::size_t kWall = 0;

std::optional<Clause> statement(const Linkage& linkage, std::size_t subject) {
  const ParsedLink* link = link_right(linkage, subject, kSubjectLinks);
  if (!link) return std::nullopt;
  return Clause{Mood::kStatement, subject, verbs_of(linkage, link->right),
                link->rest.starts_with('s')};
}

std::optional<Clause> question(const Linkage& linkage) {
  std::optional<Clause> clause;
  for (const auto& link : linkage.links) {
    if (!has_type(link, kInvertedLinks)) continue;
    if (clause) return std::nullopt;
    clause = Clause{Mood::kQuestion, link.right, {link.left}, link.rest.starts_with('s')};
  }
  return clause;
}

Clause command(const Linkage& linkage, std::size_t verb) {
  return Clause{Mood::kCommand, 0, verbs_of(linkage, verb), false};
}

// A conjunction, or a comma before one: "stopped the car, searched it and left".
bool represents_verbs(const Linkage& linkage, std::size_t at) {
  const ParsedWord& word = linkage.words[at];
  if (word.subscript == "j-v") return true;
  const ParsedLink* next = link_right(linkage, at, "|VJ|");
  return word.text == "," && word.subscript == "j" && next &&
         represents_verbs(linkage, next->right);
}

// The conjunction that represents a verb if "and" joins it to others. Otherwise the verb itself.
std::size_t stands_for(const Linkage& linkage, std::size_t verb) {
  for (const auto& link : linkage.links) {
    if (link.type != "VJ" || (link.left != verb && link.right != verb)) continue;
    const std::size_t other = link.left == verb ? link.right : link.left;
    if (represents_verbs(linkage, other)) return other;
  }
  return verb;
}

// "Peeled" of "washed, peeled and cut", linked as "remained, unharmed" is.
std::optional<std::size_t> verb_behind_comma(const Linkage& linkage, std::size_t verb) {
  const std::size_t next = verb + 2;
  const bool listed = link_right(linkage, verb, "|VJ|") && next < linkage.words.size() &&
                      linkage.words[verb + 1].text == ",";
  const bool described =
      std::any_of(linkage.links.begin(), linkage.links.end(), [&](const ParsedLink& link) {
        return link.left == verb && link.right == next && link.type == "P";
      });
  return listed && described ? std::optional(next) : std::nullopt;
}

// "who lives": the verb's subject is the word before the clause.
std::optional<Clause> relative_clause(const Linkage& linkage, std::size_t verb, std::size_t head) {
  const ParsedLink* antecedent = link_left(linkage, head, "|B|");
  if (!antecedent || !link_left(linkage, head, "|RS|")) return std::nullopt;
  return Clause{Mood::kStatement, antecedent->left, {verb}, antecedent->rest.starts_with('s')};
}

std::optional<Clause> finite_clause(const Linkage& linkage, std::size_t verb) {
  const std::size_t head = stands_for(linkage, verb);
  if (const ParsedLink* subject = link_left(linkage, head, kSubjectLinks)) {
    return Clause{Mood::kStatement, subject->left, {verb}, subject->rest.starts_with('s')};
  }
  if (const ParsedLink* subject = link_right(linkage, verb, kInvertedLinks)) {
    return Clause{Mood::kQuestion, subject->right, {verb}, subject->rest.starts_with('s')};
  }
  return relative_clause(linkage, verb, head);
}

}  // namespace

bool has_type(const ParsedLink& link, std::string_view types) {
  return types.find("|" + link.type + "|") != types.npos;
}

// Verbs that "and" joins are linked from the conjunction, which represents them. One of the two may
// be a conjunction again. In order, each once.
std::vector<std::size_t> verbs_of(const Linkage& linkage, std::size_t word) {
  std::vector<std::size_t> verbs, seen{word};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t at = seen[i];
    if (!represents_verbs(linkage, at)) {
      verbs.push_back(at);
      if (const auto next = verb_behind_comma(linkage, at)) seen.push_back(*next);
      continue;
    }
    for (const auto& link : linkage.links) {
      if (link.type != "VJ" || (link.left != at && link.right != at)) continue;
      const std::size_t other = link.left == at ? link.right : link.left;
      if (std::find(seen.begin(), seen.end(), other) == seen.end()) seen.push_back(other);
    }
  }
  std::sort(verbs.begin(), verbs.end());
  return verbs;
}

std::optional<Clause> clause_of_verb(const Linkage& linkage, std::size_t verb) {
  if (auto clause = finite_clause(linkage, verb)) return clause;
  const ParsedLink* group = link_left(linkage, stands_for(linkage, verb), "|I|PP|P|");
  if (!group) return std::nullopt;
  if (linkage.words[group->left].text == "to") {
    return Clause{Mood::kInfinitive, 0, {group->left}, false};
  }
  return clause_of_verb(linkage, group->left);
}

const ParsedLink* link_right(const Linkage& linkage, std::size_t word, std::string_view types) {
  const auto found = std::find_if(
      linkage.links.begin(), linkage.links.end(),
      [&](const ParsedLink& link) { return link.left == word && has_type(link, types); });
  return found == linkage.links.end() ? nullptr : &*found;
}

const ParsedLink* link_left(const Linkage& linkage, std::size_t word, std::string_view types) {
  const auto found = std::find_if(
      linkage.links.begin(), linkage.links.end(),
      [&](const ParsedLink& link) { return link.right == word && has_type(link, types); });
  return found == linkage.links.end() ? nullptr : &*found;
}

std::optional<Clause> main_clause(const Linkage& linkage) {
  if (link_right(linkage, kWall, "|Q|")) return question(linkage);
  const ParsedLink* root = link_right(linkage, kWall, "|W|");
  if (!root) return std::nullopt;
  const char kind = root->rest.empty() ? ' ' : root->rest.front();
  if (kind == 'd' || kind == 's') return statement(linkage, root->right);
  if (kind == 'i' || kind == 'g') return command(linkage, root->right);
  return std::nullopt;
}

bool is_noun_phrase(const Linkage& linkage) {
  const ParsedLink* root = link_right(linkage, kWall, "|W|");
  return root && root->rest.starts_with('a');
}

std::size_t adverbs_before(const Linkage& linkage, std::size_t word) {
  std::size_t first = word;
  const auto belongs = [&](std::size_t adverb) {
    return std::any_of(linkage.links.begin(), linkage.links.end(), [&](const ParsedLink& link) {
      return link.left == adverb && link.right >= first && link.right <= word &&
             has_type(link, kAdverbLinks);
    });
  };
  while (first > 1 && belongs(first - 1)) --first;
  return first;
}

}  // namespace sonde
