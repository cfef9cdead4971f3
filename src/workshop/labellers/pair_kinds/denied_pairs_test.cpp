// Sentences and their denials, none of them of STS3k: the kind of each pair is `opposite`.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "workshop/labellers/link_labeller.h"
#include "workshop/labellers/pair_kinds/pair_kind.h"

namespace sonde {
namespace denied_pairs_test {

struct Pair {
  const char *sentence, *denial;
};

constexpr std::array kPairs{
    // One auxiliary.
    Pair{"The gardener is watering the roses.", "The gardener is not watering the roses."},
    Pair{"My sister was reading a novel.", "My sister was not reading a novel."},
    Pair{"The children are singing loudly.", "The children are not singing loudly."},
    Pair{"The pilot will land the plane.", "The pilot will not land the plane."},
    Pair{"The judge can hear the witness.", "The judge cannot hear the witness."},
    Pair{"The bank should lower the rate.", "The bank should not lower the rate."},
    Pair{"The clerk may open the letter.", "The clerk may not open the letter."},
    Pair{"The singer has sold the house.", "The singer has not sold the house."},
    Pair{"The farmers had planted the wheat.", "The farmers had not planted the wheat."},
    Pair{"The nurse could find the doctor.", "The nurse could not find the doctor."},
    Pair{"The tourists might visit the castle.", "The tourists might not visit the castle."},
    // Short forms of be.
    Pair{"I am ready.", "I'm not ready."}, Pair{"He is tired.", "He's not tired."},
    Pair{"They are at home.", "They're not at home."},
    // Do.
    Pair{"The baker sells bread.", "The baker does not sell bread."},
    Pair{"The students understood the question.", "The students did not understand the question."},
    Pair{"Two boys climbed the fence.", "Two boys did not climb the fence."},
    Pair{"The horses eat hay.", "The horses do not eat hay."},
    // Two and three auxiliaries.
    Pair{"The plumber has been repairing the pipe.",
         "The plumber has not been repairing the pipe."},
    Pair{"The train will have left the station.", "The train will not have left the station."},
    Pair{"The guests should have thanked the cook.",
         "The guests should not have thanked the cook."},
    Pair{"The thief could have opened the safe.", "The thief could not have opened the safe."},
    // Passives.
    Pair{"The song was written by a teacher.", "The song was not written by a teacher."},
    Pair{"The road is cleaned every day.", "The road is not cleaned every day."},
    Pair{"The window was opened by the maid.", "The window was not opened by the maid."},
    Pair{"The results were published in May.", "The results were not published in May."},
    Pair{"The bridge has been closed.", "The bridge has not been closed."},
    Pair{"The report has been read by the minister.",
         "The report has not been read by the minister."},
    Pair{"The workers have been paid.", "The workers have not been paid."},
    Pair{"The animals had been fed.", "The animals had not been fed."},
    Pair{"The prize will be given to the winner.", "The prize will not be given to the winner."},
    Pair{"The car can be repaired.", "The car cannot be repaired."},
    Pair{"The law must be changed.", "The law must not be changed."},
    Pair{"The bread is being baked.", "The bread is not being baked."},
    Pair{"A carrot is being peeled by a man.", "A carrot is not being peeled by a man."},
    Pair{"The wall was being painted by two women.",
         "The wall was not being painted by two women."},
    Pair{"The patient should have been warned.", "The patient should not have been warned."},
    Pair{"The contract would have been signed.", "The contract would not have been signed."},
    // Copulas.
    Pair{"The keys are on the table.", "The keys are not on the table."},
    Pair{"The dog is in the garden.", "The dog is not in the garden."},
    Pair{"The soup was cold.", "The soup was not cold."},
    Pair{"Her brother is a lawyer.", "Her brother is not a lawyer."},
    Pair{"The exam will be difficult.", "The exam will not be difficult."},
    Pair{"The shops have been empty.", "The shops have not been empty."},
    Pair{"The museum seems old.", "The museum does not seem old."},
    // Contractions.
    Pair{"The door was locked by the guard.", "The door wasn't locked by the guard."},
    Pair{"An onion is being chopped by a cook.", "An onion isn't being chopped by a cook."},
    Pair{"The letters have been sent.", "The letters haven't been sent."},
    Pair{"The boat will sink.", "The boat won't sink."},
    Pair{"The actor likes the play.", "The actor doesn't like the play."},
    Pair{"The tower is in the city.", "The tower isn't in the city."},
    Pair{"The milk was fresh.", "The milk wasn't fresh."},
    Pair{"The museum can be visited.", "The museum can't be visited."},
    Pair{"The fire should be lit.", "The fire shouldn\u2019t be lit."},
    // Never.
    Pair{"The cat sleeps in the kitchen.", "The cat never sleeps in the kitchen."},
    Pair{"The secret was told.", "The secret was never told."},
    Pair{"The lake has been frozen.", "The lake has never been frozen."},
    Pair{"My uncle is late.", "My uncle is never late."},
    // No.
    Pair{"There is a man on the roof.", "There is no man on the roof."},
    Pair{"A child is playing with a toy.", "No child is playing with a toy."},
    Pair{"The hunter saw a deer.", "The hunter saw no deer."},
    Pair{"There are birds in the tree.", "There are no birds in the tree."},
    Pair{"There is a woman cutting a tomato.", "There is no woman cutting a tomato."},
    Pair{"There is a girl playing with a kite.", "There is no girl playing with a kite."}};
static_assert(kPairs.size() == 64);

TEST(DeniedPairs, AreOpposites) {
  std::vector<std::string> sentences;
  for (const auto& pair : kPairs) sentences.insert(sentences.end(), {pair.sentence, pair.denial});
  RoleRows roles{2, {}};
  for (auto& labelled : make_link_labeller()->label(sentences)) {
    roles.frames.push_back(std::move(labelled.frame));
  }
  const auto differences = differences_of(roles);
  for (std::size_t i = 0; i < kPairs.size(); ++i) {
    EXPECT_EQ(name_of(differences[i].kind), "opposite")
        << kPairs[i].denial << ": " << roles.at(i, 0)[Role::kVerb] << " / "
        << roles.at(i, 1)[Role::kVerb];
  }
}

}  // namespace denied_pairs_test
}  // namespace sonde
