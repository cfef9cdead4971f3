#include "formats/lexicons/verb_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "formats/lexicons/wordnet.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace verb_forms_test {

using testing::HasSubstr;
using testing::Optional;
using testing::StrEq;

const VerbForms& forms() {
  static const VerbForms kForms(kWordNetFolder);
  return kForms;
}

TEST(VerbForms, ThirdPerson) {
  const std::vector<std::pair<const char*, const char*>> kBases{
      {"goes", "go"},    {"has", "have"},      {"does", "do"},       {"carries", "carry"},
      {"plays", "play"}, {"passes", "pass"},   {"dies", "die"},      {"chooses", "choose"},
      {"fixes", "fix"},  {"watches", "watch"}, {"focuses", "focus"}, {"lives", "live"}};
  for (const auto& [form, base] : kBases) {
    EXPECT_THAT(forms().base_of_third(form), Optional(StrEq(base)));
  }
  for (const char* other : {"go", "went", "gas", "", "s", "zxqs"}) {
    EXPECT_EQ(forms().base_of_third(other), std::nullopt) << other;
  }
}

TEST(VerbForms, PastTense) {
  const std::vector<std::pair<const char*, const char*>> kBases{
      {"went", "go"},         {"had", "have"},   {"did", "do"},         {"carried", "carry"},
      {"stopped", "stop"},    {"hoped", "hope"}, {"planted", "plant"},  {"found", "find"},
      {"lay", "lie"},         {"saw", "see"},    {"panicked", "panic"}, {"bathed", "bathe"},
      {"travelled", "travel"}};
  for (const auto& [form, base] : kBases) {
    EXPECT_THAT(forms().base_of_past(form), Optional(StrEq(base)));
  }
  for (const char* other : {"put", "go", "goes", "going", "ed", "", "blorked"}) {
    EXPECT_EQ(forms().base_of_past(other), std::nullopt) << other;
  }
}

TEST(VerbForms, BaseForms) {
  EXPECT_TRUE(forms().is_base("put"));
  EXPECT_FALSE(forms().is_base("went"));
  EXPECT_TRUE(forms().is_only_verb("bring"));
  EXPECT_FALSE(forms().is_only_verb("rock"));
  EXPECT_FALSE(forms().is_only_verb("went"));
}

// Implements morphy again in Python, over every verb's regular forms and all exceptions.
TEST(VerbForms, BaseOfAnyForm) {
  const std::vector<std::pair<const char*, const char*>> kBases{{"interesting", "interest"},
                                                                {"making", "make"},
                                                                {"running", "run"},
                                                                {"went", "go"},
                                                                {"carries", "carry"},
                                                                {"walked", "walk"},
                                                                {"bed", "bed"},
                                                                {"table", "table"},
                                                                {"zxqs", "zxqs"},
                                                                {"", ""}};
  for (const auto& [form, base] : kBases) EXPECT_EQ(forms().base_of(form), base) << form;
}

TEST(VerbForms, AsPythonReadsThem) {
  const TemporaryFolder folder;
  ASSERT_TRUE(folder.python(R"py(
verbs = {l.split(' ')[0] for l in open('/usr/share/wordnet/index.verb') if not l.startswith('  ')}
exceptions = {}
for line in open('/usr/share/wordnet/verb.exc'):
    form, *bases = line.split()
    if bases[0] != form: exceptions.setdefault(form, bases[0])
RULES = {'third': [('s', ''), ('ies', 'y'), ('es', 'e'), ('es', '')], 'past': [('ed', 'e'), ('ed', '')]}
def base(form, kind):
    if (kind == 'third') != form.endswith('s') or form.endswith('ing'): return ''
    if form in exceptions: return exceptions[form]
    found = [form[:-len(a)] + b for a, b in RULES[kind] if form.endswith(a)]
    return next((f for f in found if f in verbs and '_' not in f), '')
forms = sorted({v + e for v in verbs for e in ('', 's', 'es', 'ed', 'd')} | set(exceptions))
with open('expected.txt', 'w') as out:
    for form in forms:
        if '_' not in form: print(form, base(form, 'third'), base(form, 'past'), sep='\t', file=out)
)py"));
  std::istringstream lines(folder.read("expected.txt"));
  int count = 0, wrong = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string form = line.substr(0, line.find('\t'));
    const std::string ours = form + "\t" + forms().base_of_third(form).value_or("") + "\t" +
                             forms().base_of_past(form).value_or("");
    if (ours != line && ++wrong < 10) ADD_FAILURE() << ours << " is not " << line;
  }
  EXPECT_GT(count, 20000);
  EXPECT_EQ(wrong, 0);
}

TEST(VerbForms, FormsOfABaseForm) {
  struct Forms {
    const char *base, *third, *past, *participle;
  };
  const std::vector<Forms> kVerbs{{"go", "goes", "went", "gone"},
                                  {"carry", "carries", "carried", "carried"},
                                  {"play", "plays", "played", "played"},
                                  {"stop", "stops", "stopped", "stopped"},
                                  {"overtake", "overtakes", "overtook", "overtaken"},
                                  {"have", "has", "had", "had"},
                                  {"run", "runs", "ran", "run"},
                                  {"put", "puts", "put", "put"},
                                  {"find", "finds", "found", "found"},
                                  {"watch", "watches", "watched", "watched"},
                                  {"agree", "agrees", "agreed", "agreed"},
                                  {"lay", "lays", "laid", "laid"},
                                  {"melt", "melts", "melted", "melted"},
                                  {"undo", "undoes", "undid", "undone"}};
  for (const auto& [base, third, past, participle] : kVerbs) {
    EXPECT_EQ(forms().inflected(base, VerbForm::kThird), third);
    EXPECT_THAT(forms().inflected(base, VerbForm::kPast), Optional(StrEq(past)));
    EXPECT_THAT(forms().inflected(base, VerbForm::kParticiple), Optional(StrEq(participle)));
  }
  for (const char* open : {"lie", "hang", "cleave"}) {
    EXPECT_EQ(forms().inflected(open, VerbForm::kPast), std::nullopt) << open;
  }
}

// Every generated form leads back to its verb, unless two verbs share it ("found").
TEST(VerbForms, FormsLeadBackToTheBaseForm) {
  std::ifstream lines(std::string(kWordNetFolder) + "/index.verb");
  int verbs = 0, others = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string base = line.substr(0, line.find(' '));
    if (base.empty() || base.find('_') != base.npos) continue;
    ++verbs;
    const auto past = forms().inflected(base, VerbForm::kPast);
    others += forms().base_of_third(forms().inflected(base, VerbForm::kThird).value()) != base;
    others += past && *past != base && forms().base_of_past(*past) != base;
  }
  EXPECT_GT(verbs, 8000);
  EXPECT_LT(others, 120);
}

TEST(VerbForms, MissingOrDamagedFiles) {
  const TemporaryFolder folder;
  try {
    const VerbForms none(folder.path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    EXPECT_THAT(error.what(), HasSubstr("install Debian's package wordnet-base"));
  }
  folder.write("verb.exc", "went go\nwent\n");
  EXPECT_THAT(input_error_of([&] { const VerbForms damaged(folder.path()); }),
              HasSubstr("verb.exc:2: is not an entry of WordNet"));
}

struct Verb {
  const char *base, *third, *past, *participle, *gerund;
};

TEST(VerbForms, InflectedAsASpeakerDoes) {
  const std::vector<Verb> verbs{{"chase", "chases", "chased", "chased", "chasing"},
                                {"stop", "stops", "stopped", "stopped", "stopping"},
                                {"carry", "carries", "carried", "carried", "carrying"},
                                {"play", "plays", "played", "played", "playing"},
                                {"watch", "watches", "watched", "watched", "watching"},
                                {"fix", "fixes", "fixed", "fixed", "fixing"},
                                {"go", "goes", "went", "gone", "going"},
                                {"have", "has", "had", "had", "having"},
                                {"eat", "eats", "ate", "eaten", "eating"},
                                {"sing", "sings", "sang", "sung", "singing"},
                                {"begin", "begins", "began", "begun", "beginning"},
                                {"write", "writes", "wrote", "written", "writing"},
                                {"know", "knows", "knew", "known", "knowing"},
                                {"buy", "buys", "bought", "bought", "buying"},
                                {"put", "puts", "put", "put", "putting"},
                                {"read", "reads", "read", "read", "reading"},
                                {"run", "runs", "ran", "run", "running"},
                                {"become", "becomes", "became", "become", "becoming"},
                                {"beat", "beats", "beat", "beaten", "beating"},
                                {"show", "shows", "showed", "shown", "showing"},
                                {"feed", "feeds", "fed", "fed", "feeding"},
                                {"lead", "leads", "led", "led", "leading"},
                                {"win", "wins", "won", "won", "winning"},
                                {"spin", "spins", "spun", "spun", "spinning"},
                                {"bite", "bites", "bit", "bitten", "biting"},
                                {"hide", "hides", "hid", "hidden", "hiding"},
                                {"bear", "bears", "bore", "borne", "bearing"},
                                {"shake", "shakes", "shook", "shaken", "shaking"},
                                {"shrink", "shrinks", "shrank", "shrunk", "shrinking"},
                                {"strike", "strikes", "struck", "struck", "striking"},
                                {"see", "sees", "saw", "seen", "seeing"},
                                {"tie", "ties", "tied", "tied", "tying"},
                                {"dye", "dyes", "dyed", "dyed", "dyeing"},
                                {"panic", "panics", "panicked", "panicked", "panicking"},
                                {"overcome", "overcomes", "overcame", "overcome", "overcoming"}};
  for (const auto& verb : verbs) {
    EXPECT_EQ(forms().inflected(verb.base, VerbForm::kBase), verb.base);
    EXPECT_EQ(forms().inflected(verb.base, VerbForm::kThird), verb.third);
    EXPECT_EQ(forms().inflected(verb.base, VerbForm::kPast), verb.past);
    EXPECT_EQ(forms().inflected(verb.base, VerbForm::kParticiple), verb.participle);
    EXPECT_EQ(forms().inflected(verb.base, VerbForm::kGerund), verb.gerund);
  }
}

// Generated forms are read back as forms of the same verb.
TEST(VerbForms, InflectedAndReadBack) {
  for (const char* base : {"carry", "hope", "hop", "teach", "fly", "freeze", "admit", "visit",
                           "travel", "mimic", "destroy", "apply", "wrap", "mend", "tear"}) {
    EXPECT_EQ(forms().base_of_third(forms().inflected(base, VerbForm::kThird).value()), base);
    EXPECT_EQ(forms().base_of_past(forms().inflected(base, VerbForm::kPast).value()), base);
    EXPECT_EQ(forms().base_of(forms().inflected(base, VerbForm::kGerund).value()), base);
  }
}

TEST(VerbForms, InflectedNotWhereTheListsLeaveItOpen) {
  EXPECT_EQ(forms().inflected("lie", VerbForm::kPast), std::nullopt);
  EXPECT_EQ(forms().inflected("bog", VerbForm::kParticiple), std::nullopt);
  EXPECT_EQ(forms().inflected("bog", VerbForm::kGerund), "bogging");
}

}  // namespace verb_forms_test
}  // namespace sonde
