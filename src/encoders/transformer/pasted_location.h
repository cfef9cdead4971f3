#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace sonde {

// Errors: kInput, with the right location as advice, for what people paste in place of a model:
// the URL of its page, a path with ~, a folder of the Hugging Face cache, a name without its
// organisation. `hubs`: the caches.
void refuse_pasted(const std::string& kind, const std::string& location,
                   std::span<const std::filesystem::path> hubs);

}  // namespace sonde
