// The rules of the labeller and of the kinds of pairs were made on the odd pairs of STS3k. They are
// tested here on the even ones.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/parse.h"
#include "base/testing/shared_data.h"
#include "formats/lines.h"
#include "workshop/labellers/link_labeller.h"
#include "workshop/labellers/pair_kinds/pair_kind.h"
#include "workshop/labellers/role_agreement.h"
#include "workshop/labellers/sentence_phrase.h"

namespace sonde {
namespace link_labeller_slow_test {

const std::string kStudy = "sts3k-study/";

std::vector<std::vector<std::string>> fields_of(const std::string& name, char separator) {
  std::vector<std::vector<std::string>> rows;
  LineReader lines(shared_data(kStudy + name));
  for (std::string_view line; lines.next(line);) {
    auto& row = rows.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const auto end = std::min(line.find(separator, at), line.size());
      row.emplace_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  return rows;
}

RoleRows even_rows(const RoleRows& all) {
  RoleRows even;
  for (std::size_t row = 1; row < all.rows(); row += 2) {
    even.frames.push_back(all.at(row, 0));
    even.frames.push_back(all.at(row, 1));
  }
  return even;
}

// The roles of all pairs, by the labeller.
const RoleRows& own_roles() {
  static const RoleRows kRoles = [] {
    std::vector<std::string> sentences;
    for (const auto& row : fields_of("datasets/STS3k_all.txt", ';')) {
      sentences.push_back(row.at(0));
      sentences.push_back(row.at(1));
    }
    RoleRows roles;
    for (auto& labelled : make_link_labeller()->label(sentences)) {
      roles.frames.push_back(std::move(labelled.frame));
    }
    return roles;
  }();
  return kRoles;
}

bool lacks_study() { return lacks(shared_data(kStudy + "STS3k_pair_types.tsv")); }

RoleRows corrected_roles() {
  return read_roles(shared_data(kStudy + "roles/full_VerbNet_pass_STS3k_all_mod.json"));
}

enum : std::size_t {
  kAgentRow,
  kVerbRow,
  kTimeRow = 4,
  kMannerRow,
  kTrajectoryRow = 7,
  kBaseRow,
  kEitherRow
};

TEST(LinkLabellerSlow, IsAtLeastAsNearAsGpt4OnTheEvenPairs) {
  if (lacks_study()) GTEST_SKIP() << kNoSharedData;
  const RoleRows reference = even_rows(corrected_roles());
  const auto own = agreement_of(reference, even_rows(own_roles()));
  const auto gpt4 = agreement_of(
      reference, even_rows(read_roles(shared_data(kStudy + "roles/GPT4_STS3k_all.json"))));
  RecordProperty("table", agreement_table(own) + agreement_table(gpt4));
  for (const std::size_t row : {kAgentRow, kVerbRow, kBaseRow}) {
    EXPECT_GE(own[row].f1(own[row].same_head), gpt4[row].f1(gpt4[row].same_head)) << own[row].role;
    EXPECT_GE(own[row].f1(own[row].same_phrase), gpt4[row].f1(gpt4[row].same_phrase))
        << own[row].role;
  }
  EXPECT_GE(own[kEitherRow].f1(own[kEitherRow].same_head), 0.75);
  double sum = 0;
  for (std::size_t row = kTimeRow; row <= kTrajectoryRow; ++row) {
    sum += own[row].f1(own[row].same_head);
  }
  EXPECT_GE(sum / 4, 0.6);
}

// Sentences of the project's own file, whose frames were written before the rules were tried on
// them.
struct WrittenFrames {
  std::vector<std::string> kinds, sentences;
  RoleRows frames;
};

WrittenFrames written_frames() {
  WrittenFrames written{{}, {}, {1, {}}};
  LineReader lines(SONDE_SOURCE_DIR "/tests/golden/roles/frames.tsv");
  for (std::string_view line; lines.next(line);) {
    if (line.starts_with('#') || line.starts_with("kind\t")) continue;
    const auto fields = parts_of(line, '\t');
    written.kinds.emplace_back(fields.at(0));
    written.sentences.emplace_back(fields.at(1));
    RoleFrame& frame = written.frames.frames.emplace_back();
    for (std::size_t role = 0; role < kRoleNames.size(); ++role) {
      frame.phrases[role] = fields.at(role + 2);
    }
  }
  return written;
}

TEST(LinkLabellerSlow, HoldsOnNewsAndInstructions) {
  const WrittenFrames written = written_frames();
  ASSERT_EQ(written.sentences.size(), 100U);
  for (std::size_t i = 0; i < written.sentences.size(); ++i) {
    for (const auto& phrase : written.frames.frames[i].phrases) {
      EXPECT_TRUE(phrase.empty() || phrase_in(written.sentences[i], phrase)) << phrase;
    }
  }
  const auto labelled = make_link_labeller()->label(written.sentences);
  for (const std::string kind : {"news", "instructions"}) {
    RoleRows reference{1, {}}, own{1, {}};
    for (std::size_t i = 0; i < labelled.size(); ++i) {
      if (written.kinds[i] != kind) continue;
      reference.frames.push_back(written.frames.frames[i]);
      own.frames.push_back(labelled[i].frame);
    }
    const auto agreement = agreement_of(reference, own);
    RecordProperty(kind, agreement_table(agreement));
    EXPECT_GE(agreement[kVerbRow].f1(agreement[kVerbRow].same_head), 0.92) << kind;
    EXPECT_GE(agreement[kEitherRow].f1(agreement[kEitherRow].same_head), 0.84) << kind;
    EXPECT_GE(agreement[kMannerRow].f1(agreement[kMannerRow].same_head), 0.60) << kind;
  }
}

// The types of Table 7, as they were recovered.
const std::map<std::string, std::string>& kind_of_type() {
  static const std::map<std::string, std::string> kKinds{
      {"ADJECTIVE", "adjectives exchanged"},
      {"AB_VERB", "verb changed"},
      {"AB_SUBJ", "subject changed"},
      {"AB_DOBJ", "object changed"},
      {"CONST_VERB", "verb kept"},
      {"CONST_SUBJ", "subject kept"},
      {"CONST_DOBJ", "object kept"},
      {"SWAP_SUBJ_DOBJ", "subject and object exchanged"},
      {"SWAP_DOBJ_VERB", "verb and object exchanged"},
      {"SWAP_SUBJ_VERB", "subject and verb exchanged"},
      {"TRIPLE", "three exchanged"},
      {"QUAD", "four exchanged"},
      {"OTHER", "other exchanged"},
      {"PARAPHRASE", "paraphrase"},
      {"NEGATIVE", "opposite"},
      {"ZERO", "unrelated"}};
  return kKinds;
}

bool is_kind(const std::string& type, std::string_view kind) {
  if (type == "ONLY_MOD") return kind == "same" || kind == "modifiers added";
  if (type == "CONST_*") return kind.ends_with(" kept");
  return kind_of_type().at(type) == kind;
}

// The share of the pairs whose kind is the recovered one: of all and by type.
struct Accuracy {
  std::map<std::string, std::pair<double, double>> by_type;  // right, all
  double of(const std::string& type) const {
    return by_type.at(type).first / by_type.at(type).second;
  }
  double overall() const {
    double right = 0, all = 0;
    for (const auto& [type, counts] : by_type) {
      right += counts.first;
      all += counts.second;
    }
    return right / all;
  }
};

Accuracy accuracy_of(const RoleRows& roles, std::size_t first, std::size_t step) {
  const auto differences = differences_of(roles);
  const auto types = fields_of("STS3k_pair_types.tsv", '\t');
  Accuracy accuracy;
  for (std::size_t row = first; row < roles.rows(); row += step) {
    const std::string& type = types.at(row + 1).at(1);
    if (type == "CHECK") continue;
    const auto kind = differences.at(row).kind;
    auto& [right, all] = accuracy.by_type[type];
    right += is_kind(type, name_of(kind)) ? 1 : 0;
    all += 1;
  }
  return accuracy;
}

TEST(PairKindSlow, FindsTheRecoveredTypes) {
  if (lacks_study()) GTEST_SKIP() << kNoSharedData;
  const RoleRows corrected = corrected_roles();
  const auto even = accuracy_of(corrected, 1, 2), all = accuracy_of(corrected, 0, 1);
  EXPECT_GE(even.overall(), 0.85);
  EXPECT_GE(all.overall(), 0.85);
  for (const char* type : {"SWAP_SUBJ_DOBJ", "SWAP_DOBJ_VERB", "SWAP_SUBJ_VERB"}) {
    EXPECT_GE(even.of(type), 0.85) << type;
  }
  EXPECT_GE(accuracy_of(own_roles(), 1, 2).overall(), 0.85);
}

TEST(PairKindSlow, NamesTheModifierOfPairsWithOne) {
  if (lacks_study()) GTEST_SKIP() << kNoSharedData;
  const std::map<std::string, std::string> names{{"SUBJ_adj", "subject adjective"},
                                                 {"DOBJ_adj", "object adjective"},
                                                 {"IOBJ_adj", "indirect object adjective"},
                                                 {"IOBJ", "indirect object"},
                                                 {"times", "time"},
                                                 {"places", "place"},
                                                 {"manner", "manner"},
                                                 {"passive", "passive"}};
  const auto differences = differences_of(corrected_roles());
  const auto types = fields_of("STS3k_pair_types.tsv", '\t');
  double right = 0, all = 0;
  for (std::size_t row = 0; row < differences.size(); ++row) {
    const auto& recovered = types.at(row + 1);
    if (recovered.at(1) != "ONLY_MOD" || recovered.at(3).empty()) continue;
    const auto& modifiers = differences[row].modifiers;
    right += modifiers.size() == 1 && modifiers.front() == names.at(recovered.at(3)) ? 1 : 0;
    all += 1;
  }
  EXPECT_EQ(all, 241);
  EXPECT_GE(right / all, 0.75);
}

}  // namespace link_labeller_slow_test
}  // namespace sonde
