#include "workshop/language/edits/embedded_clause.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "formats/lexicons/word_lists.h"
#include "workshop/language/lexicon/negation_words.h"
#include "workshop/language/lexicon/rule.h"
#include "workshop/language/parse/moved_phrase.h"
#include "workshop/language/parse/verb_chain.h"

namespace sonde {
namespace {

// The first word of the clause. 0: none, or not in the expected place.
std::size_t clause_begin(const Reading& reading, std::size_t verb) {
  if (const ParsedLink* that = reading.right(verb, "|TH|")) return that->right + 1;
  if (reading.right(verb, "|C|")) return verb + 1;
  return 0;
}

// A statement whose main verb reports a clause.
struct Report {
  const Reading& reading;
  const Clause& main;
  std::size_t verb;   // that reports
  std::size_t begin;  // of the clause within

  const std::vector<ParsedLink>& links() const { return reading.linkage().links; }
};

bool is_subject_link(const ParsedLink& link) {
  return link.type == "S" || link.type == "SF" || link.type == "SX";
}

bool has_several_verbs(const Report& report) {
  return has_joined_verbs(report.reading, report.main, report.verb);
}
bool is_negated(const Report& report) { return has_negation(report.reading.sentence()); }
bool has_marks(const Report& report) {
  return report.reading.has_inner_marks({1, report.reading.end()});
}
bool is_linked_from_before(const Report& report) {
  return std::ranges::any_of(report.links(), [&](const ParsedLink& link) {
    const bool crosses = link.left != 0 && link.left < report.begin && link.right >= report.begin &&
                         link.right < report.reading.end();
    const bool clause = link.type == "C" || link.type == "CV";
    const bool from_verb = link.left == report.verb || link.left + 1 == report.begin;
    return crosses && !(clause && from_verb);
  });
}
bool has_no_finite_verb(const Report& report) {
  return std::ranges::none_of(report.links(), [&](const ParsedLink& link) {
    return is_subject_link(link) && link.left >= report.begin;
  });
}
// "That it rained yesterday": it rained then, or this was said then.
bool ends_with_time_of_saying(const Report& report) {
  return is_listed("times_of_saying", report.reading.word(report.reading.end() - 1));
}
bool begins_with_joining_word(const Report& report) {
  return is_listed("clause_joining_words", report.reading.word(report.begin));
}
bool has_contrast(const Report& report) {
  for (std::size_t at = report.begin; at < report.reading.end(); ++at) {
    if (report.reading.word(at) == "but") return true;
  }
  return false;
}
// "He said that it rained and that she left", "They say it rains and he stays".
bool has_another_clause(const Report& report) {
  for (std::size_t at = report.begin; at < report.reading.end(); ++at) {
    if (!report.reading.is_one_of(at, {"and", "or", "than", "as"})) continue;
    if (report.reading.word(at + 1) == "that") return true;
    const auto is_later_subject = [&](const ParsedLink& link) {
      return link.type == "S" && link.left > at;
    };
    if (std::ranges::any_of(report.links(), is_later_subject)) return true;
  }
  return false;
}

// Why the clause is not written alone.
using ReportRule = Rule<Report, std::string_view>;
constexpr std::string_view kEdgeInDoubt = "end or beginning in doubt",
                           kSeveralClauses = "several clauses";
constexpr std::array kReports{
    ReportRule{"report: several verbs", has_several_verbs, "several verbs",
               "He claimed he had a fever and needed a doctor."},
    ReportRule{"report: negated", is_negated, "negated", "He never claimed that it rained."},
    ReportRule{"report: marks", has_marks, "marks within", "He claimed that it rained, and left."},
    ReportRule{"report: linked from before", is_linked_from_before, "clause not cut for sure",
               "He claimed that it rained and that she left."},
    ReportRule{"report: time of saying", ends_with_time_of_saying, kEdgeInDoubt,
               "He claimed that it rained yesterday."},
    ReportRule{"report: joining word", begins_with_joining_word, kEdgeInDoubt,
               "He thought that such people lied."},
    ReportRule{"report: contrast", has_contrast, kSeveralClauses,
               "He claimed that it rained but she left."},
    ReportRule{"report: another clause", has_another_clause, kSeveralClauses,
               "He claimed that she ate more than he did."},
};

}  // namespace

Outcome embedded_clause(const Reading& reading, const VerbForms& forms) {
  const auto main = main_statement(reading);
  if (!main) return not_eligible("no statement");
  const auto chain = verb_chain(reading, main->verbs.front());
  const std::size_t verb = chain.back();
  const std::string base = base_of_chain(reading, chain, forms);
  const std::size_t begin = clause_begin(reading, verb);
  if (begin == 0 || !word_set("en", "clause_verbs").contains(base))
    return not_eligible("no embedded clause");
  const Report report{reading, *main, verb, begin};
  if (has_no_finite_verb(report)) return refused("no finite verb");
  const auto* rule = first_rule(kReports, report);
  if (rule) return refused(rule->result);
  Outcome outcome{true};
  outcome.text = as_sentence(reading, reading.text(WordRange{begin, reading.end()}));
  outcome.trace = "clause of " + base;
  return outcome;
}

RuleExamples embedded_clause_examples() { return examples_of(kReports); }

}  // namespace sonde
