#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

#include "base/counted.h"
#include "base/threads.h"
#include "outside/http/quoted_text.h"
#include "sonde/digest.h"
#include "sonde/error.h"
#include "workshop/makers/fusions/fusions.h"
#include "workshop/makers/kinds.h"
#include "workshop/makers/made_file.h"

namespace sonde {
namespace {

using nlohmann::json;

// Requests the fusions of all rows, several at once.
class FusionJob {
 public:
  FusionJob(const TripleTable& table, FusionOptions options, Observer& observer)
      : table_(table),
        options_(with_observer(std::move(options))),
        observer_(observer),
        ledger_(options_.ledger),
        server_(options_.chat.server),
        answers_(server_, ledger_) {
    if (ledger_.flaws().damaged == 0) return;
    observer_.note(options_.ledger.string() + ": " +
                   counted(ledger_.flaws().damaged, "damaged answer") + ", requested again");
  }

  std::vector<RowFusions> fuse() {
    std::vector<RowFusions> rows(table_.rows.size());
    observer_.begin("fusing", rows.size());
    parallel_for(rows.size(), 1, options_.chat.parallel, [&](std::size_t row, std::size_t) {
      if (observer_.stop()) throw_asking_stopped();
      rows[row] = fuse_row(table_, row, options_, answers_);
      const std::scoped_lock lock(mutex_);
      observer_.advance(++done_);
    });
    return rows;
  }

  std::uint64_t asked() const { return answers_.asked(); }

 private:
  FusionOptions with_observer(FusionOptions options) {
    options.chat.server.note = [this](const std::string& line) {
      const std::scoped_lock lock(mutex_);
      observer_.note(line);
    };
    options.chat.server.stop = [this] { return observer_.stop(); };
    return options;
  }

  const TripleTable& table_;
  FusionOptions options_;
  Observer& observer_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  Ledger ledger_;
  JsonServer server_;
  StoredReplies answers_;
};

std::string listed_counts(const json& counts) {
  std::string text;
  for (const auto& [name, count] : counts.items()) {
    text += (text.empty() ? "" : ", ") + count.dump() + " " + name;
  }
  return text;
}

// The server's word, which may be anything.
std::string listed_models(const json& counts) {
  constexpr std::size_t kShown = 5;
  std::vector<std::pair<std::int64_t, std::string>> models;
  for (const auto& [name, count] : counts.items())
    models.emplace_back(-count.get<std::int64_t>(), name);
  std::ranges::sort(models);
  std::string text;
  for (std::size_t i = 0; i < std::min(models.size(), kShown); ++i) {
    const auto& [less, name] = models[i];
    text += (i == 0 ? "" : ", ") + std::to_string(-less) + " " +
            (name.empty() ? "unnamed" : shown(name));
  }
  if (models.size() > kShown) text += " and " + std::to_string(models.size() - kShown) + " more";
  return text;
}

Made told_of(const json& counts, std::uint64_t asked) {
  const auto kept = counts["kept"].get<std::uint64_t>();
  Made told{counts["kept"].dump() + " of " + counts["rows"].dump() + " rows; " +
            counts["over"].dump() + " of " + counted(2 * kept, "fusion") +
            " over the word limit; " + counted(asked, "answer") + " asked now"};
  if (!counts["left_out"].empty()) told.push_back("left out: " + listed_counts(counts["left_out"]));
  told.push_back("answered by: " + listed_models(counts["models"]));
  return told;
}

std::filesystem::path lines_path(std::filesystem::path out) { return out += ".fusions.jsonl"; }

Made make_fusions(const MakeRequest& request, Observer& observer) {
  const FusionOptions options = read_fusion_options(request);
  Origin origin{"fusions"};
  origin.in_sha256 = file_digest(request.in).hex();
  origin.options = fusion_origin(options);
  const auto beside = lines_path(request.out);
  if (is_made(request, origin, {beside})) return {request.out.string() + " is up to date"};
  const TripleTable table = read_triples(request.in);
  FusionJob job(table, options, observer);
  const auto rows = job.fuse();
  const json counts = fusion_counts(rows);
  if (counts["kept"] == 0) {
    throw outside_error("no answer can be used: " + listed_counts(counts["left_out"]),
                        {options.chat.server.url},
                        "answers are in " + options.ledger.string() + "; change the prompt");
  }
  write_made({request.out, fused_table(table, rows)}, origin, counts,
             {{beside, fusion_lines(table, rows, options)}});
  Made made = told_of(counts, job.asked());
  made.push_back("wrote " + request.out.string() + " and " + beside.string());
  return made;
}

}  // namespace

MakerKind fusions_maker() {
  return {"fusions", "TRIPLES.tsv",
          "a data set for the probe sets: a chat server fuses prev with curr, and curr with next",
          fusion_option_table(), make_fusions};
}

}  // namespace sonde
