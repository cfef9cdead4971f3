#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "workshop/labellers/role_labeller.h"
#include "workshop/makers/server_options.h"

namespace sonde {

// A labeller's request.
struct RoleLabellerRequest {
  std::map<std::string, std::string> options{};
  Variable variable{};
  // `note` gets failures that are tried again. `stop` returns whether to end. Any thread may call.
  std::function<void(const std::string&)> note = [](const std::string&) {};
  std::function<bool()> stop = [] { return false; };
};

// A row of the table of labellers of semantic roles.
struct RoleLabellerKind {
  std::string_view name;
  std::string_view help;
  std::vector<MakerOption> options;
  std::unique_ptr<RoleLabeller> (*make)(Options& given, const RoleLabellerRequest& request);
};

std::span<const RoleLabellerKind> role_labeller_kinds();

// Errors: kUsage for an unknown name or option, those of the labeller.
std::unique_ptr<RoleLabeller> make_role_labeller(const std::string& name,
                                                 const RoleLabellerRequest& request);

}  // namespace sonde
