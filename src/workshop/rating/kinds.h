// What people can be asked: the forms of the probes, and candidates.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "probes/shared/rating_form.h"

namespace sonde {

// In the order in which a file without a card is tried.
std::vector<RatingForm> rating_forms();

// Errors: kUsage for an unknown name.
RatingForm rating_form(std::string_view name);

// "similarity, fusions or triplets".
std::string rating_form_names();

}  // namespace sonde
