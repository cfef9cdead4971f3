#pragma once

#include <map>
#include <string>
#include <vector>

namespace sonde {

// The effect of a kind of variant on the meaning of its sentence.
enum class VariantRole { kChanged, kSame, kTrueMatch, kUnrelated };

// The kinds of variants of a data set, by name. A card has `role_negation = "changed"`. Other roles
// are "same", "true match" (the same meaning, as people write it) and "unrelated".
class VariantRoles {
 public:
  // Errors: kInput, naming the card's key, for an unknown role or key, and for a card without a
  // changed or a same kind.
  explicit VariantRoles(const std::map<std::string, std::string>& settings);

  bool has(const std::string& kind) const { return roles_.contains(kind); }
  bool is_changed(const std::string& kind) const { return is(kind, VariantRole::kChanged); }
  bool is_unrelated(const std::string& kind) const { return is(kind, VariantRole::kUnrelated); }
  // A true match, or a variant of the same meaning.
  bool is_same(const std::string& kind) const { return !is_changed(kind) && !is_unrelated(kind); }
  // Whether it counts as a true match: those of people if there are any, else all of the same
  // meaning, which are easier. In that case the share above the threshold is an upper bound.
  bool is_true_match(const std::string& kind) const {
    return is_same(kind) && (by_people_ == is(kind, VariantRole::kTrueMatch));
  }
  bool is_upper_bound() const { return !by_people_; }

  const std::map<std::string, VariantRole>& all() const { return roles_; }

 private:
  bool is(const std::string& kind, VariantRole role) const {
    const auto found = roles_.find(kind);
    return found != roles_.end() && found->second == role;
  }

  std::map<std::string, VariantRole> roles_;
  bool by_people_ = false;
};

}  // namespace sonde
