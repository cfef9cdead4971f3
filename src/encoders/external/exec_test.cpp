#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "encoders/encode_test.h"
#include "formats/testing/formats.h"

namespace sonde {
namespace exec_test {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// A script that replies with the value of the expression `vectors` of `texts` and `request`. It
// leaves a line in the file `started` each time.
struct Script {
  TemporaryFolder folder;

  std::string spec(const std::string& vectors, const std::string& options = "") const {
    const auto script = folder.write("my encoder.py", R"(
import json, pathlib, sys
with open(pathlib.Path(__file__).parent / 'started', 'a') as log:
    log.write('started\n')
for line in sys.stdin:
    request = json.loads(line)
    texts = request['texts']
    with open(pathlib.Path(__file__).parent / 'asked', 'a') as log:
        log.write(f'{len(texts)}\n')
    print(json.dumps({'vectors': )" + vectors + R"(}), flush=True)
)");
    return "exec:" SONDE_VENV_PYTHON " '" + script.string() + "'?" + options;
  }
};

const std::string kLengths = "[[len(text), len(text.encode()), 0.5] for text in texts]";

std::string error_of(Encoder& encoder, const std::vector<std::string>& sentences) {
  try {
    test::encode(encoder, sentences);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kOutside);
    return error.what();
  }
  return "no error";
}

TEST(Exec, AVectorIsWhatTheScriptSays) {
  const Script script;
  const auto encoder = test::encoder(script.spec(kLengths, "dimension=3&batch=2"));
  const auto encoded = test::encode(*encoder, {"a dog", "caf\u00e9", "\U0001f600"});
  EXPECT_THAT(encoded.vector(0), ElementsAre(5.0F, 5.0F, 0.5F));
  EXPECT_THAT(encoded.vector(1), ElementsAre(4.0F, 5.0F, 0.5F));
  EXPECT_THAT(encoded.vector(2), ElementsAre(1.0F, 4.0F, 0.5F));
  EXPECT_EQ(script.folder.read("asked"), "2\n1\n");
}

TEST(Exec, IsStartedOnceAndOnlyWhenItIsNeeded) {
  const Script script;
  {
    const auto encoder = test::encoder(script.spec(kLengths, "dimension=3"));
    EXPECT_EQ(encoder->dimension(), 3U);
    test::encode(*encoder, {});
    EXPECT_EQ(script.folder.read("started"), "");
    test::encode(*encoder, {"one"});
    test::encode(*encoder, {"two"});
    EXPECT_EQ(script.folder.read("started"), "started\n");
  }
  const auto encoder = test::encoder(script.spec(kLengths));
  EXPECT_EQ(encoder->dimension(), 3U);
  EXPECT_EQ(encoder->dimension(), 3U);
  test::encode(*encoder, {"one"});
  EXPECT_EQ(script.folder.read("started"), "started\nstarted\n");
}

TEST(Exec, NullIsUndefined) {
  const Script script;
  const auto encoder =
      test::encoder(script.spec("[None if 'x' in text else [1, 2] for text in texts]"));
  const auto encoded = test::encode(*encoder, {"ax", "b", "x"});
  for (const std::size_t i : {0U, 2U}) {
    EXPECT_TRUE(encoded.remarks[i].undefined);
    EXPECT_TRUE(std::isnan(encoded.vector(i)[0]) && std::isnan(encoded.vector(i)[1]));
  }
  EXPECT_FALSE(encoded.remarks[1].undefined);
  EXPECT_THAT(encoded.vector(1), ElementsAre(1.0F, 2.0F));
}

TEST(Exec, TellsTheSidesOnlyWhereAsked) {
  const Script script;
  const auto sided = test::encoder(
      script.spec("[[1 + (side == 'second')] for side in request['sides']]", "sided=true"));
  EXPECT_TRUE(sided->views()[0].sided);
  MatrixOf<float> vectors(2, 1);
  std::vector<Remark> remarks(2);
  const std::vector<Text> texts{{"a", Side::kSecond}, {"a", Side::kFirst}};
  const std::vector<Matrix<float>> out{vectors.view()};
  sided->encode(texts, out, remarks);
  EXPECT_EQ(vectors[0][0], 2.0F);
  EXPECT_EQ(vectors[1][0], 1.0F);
  const auto plain = test::encoder(script.spec("[[len(request)] for text in texts]"));
  EXPECT_FALSE(plain->views()[0].sided);
  EXPECT_EQ(test::encode(*plain, {"a"}).vector(0)[0], 1.0F);
}

TEST(Exec, AWrongAnswerShowsItsLineAndTheSentence) {
  const Script script;
  const auto nan = test::encoder(
      script.spec("[[float('nan') if text == 'bad' else 1] for text in texts]", "batch=2"));
  EXPECT_EQ(nan->dimension(), 1U);
  EXPECT_THAT(error_of(*nan, {"one", "two", "three", "bad"}),
              AllOf(HasSubstr("my encoder.py:3: vector 2 of 2, of 'bad', holds NaN")));
  const auto few = test::encoder(script.spec("[[1]] * (len(texts) - 1)", "dimension=1"));
  EXPECT_THAT(error_of(*few, {"one", "two"}), HasSubstr("has 1 vector for 2 texts"));
  const auto other = test::encoder(script.spec(kLengths, "dimension=4"));
  EXPECT_THAT(error_of(*other, {"one"}), HasSubstr("has only 3 numbers, others have 4"));
  const auto grows = test::encoder(script.spec("[[0] * len(text) for text in texts]", "batch=1"));
  EXPECT_THAT(error_of(*grows, {"A sentence.", "more"}), HasSubstr("has only 4 numbers"));
}

TEST(Exec, AFailureIsNotTheEnd) {
  const Script script;
  const auto encoder =
      test::encoder(script.spec("[[1 / len(text.strip('x'))] for text in texts]", "dimension=1"));
  EXPECT_THAT(error_of(*encoder, {"xx"}),
              AllOf(HasSubstr("ended with exit status 1"), HasSubstr("ZeroDivisionError")));
  EXPECT_EQ(test::encode(*encoder, {"xab"}).vector(0)[0], 0.5F);
}

TEST(Exec, ADimensionThatCannotBeKnownMustBeSaid) {
  const Script script;
  const auto encoder = test::encoder(script.spec("[None for text in texts]"));
  EXPECT_THROW(encoder->dimension(), Error);
  const auto said = test::encoder(script.spec("[None for text in texts]", "dimension=2"));
  EXPECT_TRUE(test::encode(*said, {"a"}).remarks[0].undefined);
}

TEST(Exec, TheScriptAndItsOptionsMakeTheIdentity) {
  const Script script;
  const auto what = [&](const std::string& options, const std::string& vectors = kLengths) {
    return test::encoder(script.spec(vectors, options))->views()[0].what;
  };
  const auto plain = what("");
  EXPECT_EQ(what("batch=3&timeout=5&dimension=3"), plain);
  EXPECT_NE(what("version=2"), plain);
  EXPECT_NE(what("sided=true"), plain);
  EXPECT_NE(what("", "[[1] for text in texts]"), plain);
  const auto encoder = test::encoder(script.spec(kLengths, "dimension=3"));
  const auto& identity = encoder->views()[0];
  EXPECT_TRUE(identity.batch_dependent);
  EXPECT_FALSE(identity.numerics.empty());
  EXPECT_EQ(identity.doubt, "");
  const auto started = script.folder.read("started");
  test::encoder(script.spec(kLengths, "dimension=3"))->views();
  EXPECT_EQ(script.folder.read("started"), started);
}

// A reply that includes its identity.
std::string saying(const std::string& identity) { return kLengths + ", 'identity': " + identity; }

TEST(Exec, WhatTheProgramSaysOfItselfIsPartOfItsIdentity) {
  const Script script;
  script.folder.write("state", "one");
  const std::string spec = script.spec(saying(
      "open(pathlib.Path(__file__).parent / 'state').read() if texts == ['A sentence.'] else ''"));
  const auto what = [&] { return test::encoder(spec)->views()[0].what; };
  const auto one = what();
  EXPECT_EQ(what(), one);
  script.folder.write("state", "two");
  EXPECT_NE(what(), one);
  const auto encoder = test::encoder(spec);
  EXPECT_THAT(encoder->views()[0].facts.back(), testing::Pair("identity", "two"));
  EXPECT_EQ(test::encode(*encoder, {"a dog"}).vector(0)[0], 5.0F);
}

TEST(Exec, AnIdentityThatChangesIsAnError) {
  const Script script;
  const auto changes = test::encoder(script.spec(saying("str(len(texts))"), "batch=2"));
  EXPECT_EQ(changes->views()[0].doubt, "");
  EXPECT_THAT(error_of(*changes, {"one", "two"}),
              HasSubstr("reports a different identity than at first, '2', not '1'"));
  const auto late = test::encoder(script.spec(saying("'me'"), "dimension=3"));
  late->views();
  EXPECT_THAT(error_of(*late, {"one"}),
              AllOf(HasSubstr("reports its identity 'me', which was not requested"),
                    HasSubstr("without dimension=N")));
}

TEST(Exec, IsDoubtfulWhereItsCommandMayNameMoreThanWasRead) {
  const Script script;
  const auto of_script = script.spec(kLengths);
  const auto quote = of_script.find('\'');
  const std::string in_shell = "exec:sh -c \"exec " + of_script.substr(5, quote - 5) + "'" +
                               (script.folder.path() / "my encoder.py").string() + "'\"";
  const auto encoder = test::encoder(in_shell);
  EXPECT_THAT(encoder->views()[0].doubt, AllOf(HasSubstr("may change without sonde's knowledge"),
                                               HasSubstr("identity"), HasSubstr("version=TEXT")));
  EXPECT_EQ(test::encoder(in_shell + "?version=1")->views()[0].doubt, "");
  script.spec(saying("'me'"));
  EXPECT_EQ(test::encoder(in_shell)->views()[0].doubt, "");
  EXPECT_EQ(test::encoder(in_shell + "?dimension=3")->views()[0].doubt, "");
}

TEST(Exec, AScriptThatChangesIsAnError) {
  const Script script;
  const auto encoder = test::encoder(script.spec(kLengths, "dimension=3"));
  test::encode(*encoder, {"one"});
  script.spec("[[1, 2, 3] for text in texts]");
  EXPECT_THAT(input_error_of([&] { test::encode(*encoder, {"two"}); }), HasSubstr("changed"));
}

TEST(Exec, RefusesWhatItCannotRun) {
  for (const std::string spec : {"exec", "exec:", "exec:a 'b", "exec:cat?batch=0", "exec:cat?x=1",
                                 "exec:cat?timeout=0", "exec:cat?dimension=65537"}) {
    try {
      test::encoder(spec);
      ADD_FAILURE() << spec;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << spec;
    }
  }
  const auto missing = test::encoder("exec:no-such-program-anywhere");
  EXPECT_THROW(missing->dimension(), Error);
}

}  // namespace exec_test
}  // namespace sonde
