#include "run/tasks/task_listing.h"

#include <algorithm>

#include "base/version.h"
#include "run/tasks/task.h"
#include "sonde/error.h"
#include "sonde/run.h"

namespace sonde {

namespace fs = std::filesystem;

Digest listing_form(const Task& task) {
  Hasher hasher;
  hasher.add("listed 1").add(dataset_digest_with(task.card, {}));
  hasher.add(static_cast<std::uint64_t>(layout_of(task.card, task.probe->fields())));
  hasher.add(task.card.language);
  for (const auto& [key, value] : task.settings) hasher.add(key).add(value);
  return hasher.finish();
}

std::shared_ptr<const ListingFile> open_listing(const RunPlan& plan) {
  auto listing = std::make_shared<const ListingFile>(plan.listing);
  const ListingHead& head = listing->head();
  if (head.version != kVersion) {
    throw usage_error(plan.listing.string() + " was made by sonde " + head.version + ", this is " +
                          std::string(kVersion),
                      "make it again");
  }
  if (head.limit != plan.limit || head.seed != plan.seed || head.strict != plan.strict) {
    throw usage_error(plan.listing.string() + " was made with another --limit, --seed or --strict",
                      "give all parts the options of the listing");
  }
  return listing;
}

std::shared_ptr<const TaskListing> find_listed(const std::shared_ptr<const ListingFile>& listing,
                                               const Task& task) {
  const auto& all = listing->head().data;
  const auto found = std::ranges::find_if(all, [&](const ListedData& data) {
    return data.name == task.card.name && data.probe == task.spec.text;
  });
  if (found == all.end() || found->form != listing_form(task)) {
    throw usage_error(listing->path().string() + " does not list '" + task.card.name + "' as '" +
                          task.spec.text + "' reads it here",
                      "give all parts the data sets and probes of the listing");
  }
  if (!found->in_stretches) return nullptr;
  if (fs::file_size(task.card.file) != found->size) throw_changed_since_listed(task.card);
  const auto number = static_cast<std::uint32_t>(found - all.begin());
  return std::make_shared<const TaskListing>(
      TaskListing{listing, number, listing->stretches(number)});
}

}  // namespace sonde
