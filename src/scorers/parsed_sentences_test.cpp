#include "scorers/parsed_sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/own_folder_test.h"
#include "scorers/error_of_test.h"
#include "sonde/error.h"
#include "sonde/scorer.h"

namespace sonde {
namespace parsed_sentences_test {

using test::error_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// A script that parses "a b" to (x/a :mod (y/b)), and notes the sentences that it gets.
std::string parser_with(const std::string& log) {
  return R"sh(while read -r first second
do echo "$first $second" >> )sh" +
         log + R"sh(; echo "# ::snt $first"; echo "(x/$first :mod (y/$second))"; echo
done
)sh";
}

class ParsedSentences : public testing::Test {
 protected:
  ParsedSentences() : folder_(test::own_folder() + "parsed/") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("parser.sh", parser_with(log()));
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + name) << text;
  }

  std::string read(const std::string& name) const {
    std::ifstream in(folder_ + name);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::string log() const { return folder_ + "log.out"; }
  std::string command() const { return "sh " + folder_ + "parser.sh"; }

  std::vector<AmrGraph> parsed(const std::vector<std::string>& sentences,
                               const std::string& version = {}) const {
    SentenceParser parser{command(), version, std::chrono::seconds(120)};
    parser.kept = folder_ + "kept";
    return parse_sentences(parser, sentences);
  }

  std::string failure(const std::string& parser) const {
    write("parser.sh", parser);
    return error_of([&] { parsed({"a b", "c d"}); }, ErrorKind::kOutside);
  }

  std::string folder_;
};

TEST_F(ParsedSentences, EachDistinctSentenceIsParsedOnceAndKept) {
  const auto graphs = parsed({"b c", "a\t\n b", "b c"});
  ASSERT_EQ(graphs.size(), 3U);
  EXPECT_EQ(graphs[0].nodes[0].label, "b");
  EXPECT_EQ(graphs[1].nodes[1].label, "b");
  EXPECT_EQ(graphs[2], graphs[0]);
  EXPECT_THAT(graphs[0].header, ElementsAre());
  EXPECT_EQ(read("log.out"), "b c\na b\n");
  EXPECT_EQ(parsed({"c d", "a b"})[1], graphs[1]);
  EXPECT_EQ(read("log.out"), "b c\na b\nc d\n");
}

TEST_F(ParsedSentences, AnotherCommandOrVersionIsAnotherParser) {
  parsed({"a b"});
  parsed({"a b"}, "2");
  EXPECT_EQ(read("log.out"), "a b\na b\n");
  write("parser.sh", parser_with(log()) + "# changed\n");
  parsed({"a b"});
  EXPECT_EQ(read("log.out"), "a b\na b\na b\n");
}

TEST_F(ParsedSentences, WithoutALedgerNothingIsKept) {
  const SentenceParser parser{command(), "", std::chrono::seconds(120)};
  const std::vector<std::string> sentences{"a b"};
  parse_sentences(parser, sentences);
  parse_sentences(parser, sentences);
  EXPECT_EQ(read("log.out"), "a b\na b\n");
}

TEST_F(ParsedSentences, WhatWasParsedBeforeAFailureIsKept) {
  EXPECT_THAT(failure("read -r s; echo \"$s\" >> " + log() +
                      "; echo \"# ::snt $s\"; echo '(a/a)'; echo no more >&2; exit 1"),
              AllOf(HasSubstr("ended with exit status 1"), HasSubstr("ends: no more")));
  EXPECT_THAT(error_of([&] { parsed({"a b", "c d"}); }, ErrorKind::kOutside),
              HasSubstr("status 1"));
  EXPECT_EQ(read("log.out"), "a b\nc d\n");
  EXPECT_EQ(parsed({"a b", "c d"}).size(), 2U);
}

TEST_F(ParsedSentences, ANumberOfGraphsThatIsWrongIsTold) {
  EXPECT_THAT(failure("echo '(a/a)'; echo too long >&2"),
              AllOf(HasSubstr("gave 1 graph for 2 sentences"), HasSubstr("ends: too long"),
                    HasSubstr("it must write one graph for each line")));
  EXPECT_THAT(failure("echo '(a/a)(b/b)(c/c)'"), HasSubstr("gave more graphs than 2 sentences"));
  EXPECT_THAT(failure("cat > /dev/null"), HasSubstr("gave 0 graphs for 2 sentences"));
}

TEST_F(ParsedSentences, WhatMayBelongToAnotherSentenceIsNotKept) {
  const std::string each = "while read -r s; do echo '(a/a)'; done";
  for (const auto& parser :
       {"echo '(x/x)'; " + each, "read -r s; " + each, each + " | head -n 1; exit 1"}) {
    const auto first = failure(parser);
    EXPECT_EQ(failure(parser), first);  // else it would get fewer sentences, or none
  }
}

TEST_F(ParsedSentences, AGraphOfAnotherOfTheSentencesIsTold) {
  EXPECT_THAT(failure("echo '# ::snt c  d'; echo '(c/c)'; echo; echo '(a/a)'"),
              HasSubstr("gave the graph of 'c d' for 'a b'"));
  write("parser.sh", "echo '# ::snt A  B .'; echo '(a/a)'; echo; echo '(c/c)'");
  EXPECT_EQ(parsed({"a b", "c d"}).size(), 2U);
}

TEST_F(ParsedSentences, WhatIsNoGraphIsTold) {
  write("parser.sh", "echo '(a/a)'; echo '(b/b :mod'");
  EXPECT_THAT(error_of([&] { parsed({"a b", "c d"}); }, ErrorKind::kInput),
              AllOf(HasSubstr("exec:sh "), HasSubstr(":2: ")));
  write("parser.sh", "echo cannot parse");
  EXPECT_THAT(error_of([&] { parsed({"a b"}); }, ErrorKind::kInput), HasSubstr(":1"));
}

class ParsingScorer : public ParsedSentences {
 protected:
  // Rows "a b"/"a c" and "b c"/"b c". Only the last `count` of them are to be scored.
  ScorerContext context(std::size_t count = 2) const {
    ScorerContext context{"mine", 2};
    context.items = [count](const auto& take) {
      std::vector<Item> items(2);
      const char* texts[2][2] = {{"a b", "a c"}, {"b c", "b c"}};
      for (std::size_t i = 0; i < 2; ++i) {
        items[i].texts = {{texts[i][0]}, {texts[i][1], Side::kSecond}};
        items[i].rows = {{"", {0, 1}}};
        items[i].first_row = i;
      }
      take(std::span(items).last(count));
    };
    context.answers = folder_ + "kept";
    return context;
  }

  std::unique_ptr<Scorer> made(const ScorerContext& context, const std::string& kind = "wlk",
                               const std::string& options = "?iterations=0") const {
    return make_scorer(parse_spec(kind + ":exec:" + command() + options), context);
  }

  static std::vector<double> scores(Scorer& scorer, std::uint64_t first, std::size_t count) {
    std::vector<Item> items(count);
    for (std::size_t i = 0; i < count; ++i) {
      items[i].rows.resize(1);
      items[i].first_row = first + i;
    }
    std::vector<double> out(count);
    scorer.score(items, out);
    return out;
  }
};

TEST_F(ParsingScorer, ComparesTheGraphsOfACommand) {
  EXPECT_THAT(scores(*made(context()), 0, 2), ElementsAre(testing::DoubleEq(1.0 / 3), 1));
  EXPECT_EQ(read("log.out"), "a b\na c\nb c\n");
  EXPECT_THAT(scores(*made(context(), "smatch", ""), 0, 2), ElementsAre(3.0 / 4, 1));
  EXPECT_EQ(read("log.out"), "a b\na c\nb c\n");
}

TEST_F(ParsingScorer, ParsesOnlyWhatIsScored) {
  EXPECT_THAT(scores(*made(context(1)), 1, 1), ElementsAre(1));
  EXPECT_EQ(read("log.out"), "b c\n");
  EXPECT_TRUE(std::isnan(scores(*made(context(1)), 0, 1)[0]));
  EXPECT_NE(made(context(1))->identity().what, made(context())->identity().what);
}

TEST_F(ParsingScorer, IsItsGraphs) {
  write("first.amr", "(x/a :mod (y/b))(x/b :mod (y/c))");
  write("second.amr", "(x/a :mod (y/c))(x/b :mod (y/c))");
  const auto from_files = make_scorer(
      parse_spec("wlk:" + folder_ + "first.amr," + folder_ + "second.amr?iterations=0"), context());
  EXPECT_EQ(from_files->identity().what, made(context())->identity().what);
}

TEST_F(ParsingScorer, BadUseIsNamed) {
  const auto told = [&](const std::string& spec, const ScorerContext& of) {
    return error_of([&] { make_scorer(parse_spec(spec), of); }, ErrorKind::kUsage);
  };
  EXPECT_THAT(told("wlk:exec:", context()), HasSubstr("names no command; write wlk:exec:COMMAND"));
  EXPECT_THAT(told("wlk:exec:cat", {"mine", 2}), HasSubstr("the sentences of 'mine' aren't known"));
  EXPECT_THAT(told("wlk:a,b?timeout=3", context()), HasSubstr("timeout"));
  ScorerContext triplets = context();
  triplets.items = [](const auto& take) {
    std::vector<Item> items(1);
    items[0].texts = {{"a"}, {"b"}, {"c"}};
    items[0].rows = {{"", {0, 1, 2}}};
    take(items);
  };
  EXPECT_THAT(told("wlk:exec:cat", triplets), HasSubstr("has no pairs of sentences"));
}

}  // namespace parsed_sentences_test
}  // namespace sonde
