#pragma once

#include <memory>
#include <string>
#include <vector>

#include "roles/content_words.h"
#include "roles/role_file.h"
#include "roles/role_similarity.h"
#include "sonde/scorer.h"

namespace sonde {

// How similar the fillers of each role are in the pairs of a data set, from
// "roles:FILE?vectors=SPEC[&stopwords=english|none|FILE&check=words|none]". Making it reads the
// roles and encodes nothing.
class RoleFeatures {
 public:
  // Takes its own options. Errors: kUsage if they are wrong, kInput for the files, and if these are
  // the roles of other sentences, or of another number of pairs.
  RoleFeatures(const Spec& spec, Options& options, const ScorerContext& context);

  // Without `what`'s kind of subject: of the roles, the vectors and the stop words.
  const Identity& identity() const { return identity_; }
  // One per row of the data set. Encodes all distinct phrases in one call.
  std::vector<RoleSimilarities> similarities() const;

 private:
  RoleRows roles_;
  StopWords stop_words_;
  std::unique_ptr<Encoder> encoder_;
  Identity identity_;
};

}  // namespace sonde
