#pragma once

#include <filesystem>
#include <span>
#include <string>

namespace sonde {

// Errors: kInput for what people paste in place of a model: the URL of its page, a path with ~, a
// path of the Hugging Face cache, a name without its organisation, a file. The advice names the
// right location, unless none is known. `hubs`: the caches.
void refuse_pasted(const std::string& kind, const std::string& location,
                   std::span<const std::filesystem::path> hubs);

}  // namespace sonde
