#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace sonde {

// The semantic roles that the STS3k study gives a sentence (section 4.5).
enum class Role { kAgent, kVerb, kPatient, kTheme, kTime, kManner, kLocation, kTrajectory };

inline constexpr std::array<std::string_view, 8> kRoleNames{
    "Agent", "Verb", "Patient", "Theme", "Time", "Manner", "Location", "Trajectory"};

constexpr std::size_t index_of(Role role) { return static_cast<std::size_t>(role); }
// Errors: kUsage, with the nearest, for an unknown name.
Role role_named(std::string_view name);

// The phrases of a sentence by role: who does what to whom, when, how and where.
struct RoleFrame {
  std::array<std::string, kRoleNames.size()> phrases;  // per role (empty: the sentence has none)

  std::string& operator[](Role role) { return phrases[index_of(role)]; }
  const std::string& operator[](Role role) const { return phrases[index_of(role)]; }

  bool operator==(const RoleFrame&) const = default;
};

}  // namespace sonde
