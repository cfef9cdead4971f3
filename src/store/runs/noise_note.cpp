#include "store/runs/noise_note.h"

#include <fmt/format.h>

namespace sonde {

std::string noise_note(const std::string& label, const SubjectFacts& subject) {
  if (!subject.identity.batch_dependent) return "";
  const std::string note = label + ": may depend on batch and order";
  if (!(subject.noise_floor > 0)) return note;
  return note +
         fmt::format("; encoded again, a cosine changed by up to {:.2g}", subject.noise_floor);
}

}  // namespace sonde
