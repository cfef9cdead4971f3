#include "workshop/language/minimal_pairs/slot_context.h"

#include "base/random.h"
#include "sonde/digest.h"

namespace sonde {
namespace {

constexpr std::size_t kMostOffered = 9;  // candidates that a person chooses among

}  // namespace

std::size_t SlotEdit::wanted() const { return options.unsure ? kMostOffered : 1; }

std::string SlotEdit::word() const {
  return original.sentence().substr(slot.begin, slot.end - slot.begin);
}

std::string SlotEdit::with(std::string_view other) const {
  return with_word(original.sentence(), slot, other);
}

std::string SlotEdit::base_of(std::string_view form) const {
  return slot.kind == WordKind::kVerb ? sources.forms.base_of(form) : std::string(form);
}

std::uint64_t SlotEdit::key_of(std::string_view what) const {
  return stream_key(options.seed, digest_of("heros 1", what, original.sentence()).low64());
}

}  // namespace sonde
