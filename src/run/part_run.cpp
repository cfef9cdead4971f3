#include "run/part_run.h"

#include <algorithm>
#include <utility>

#include "base/output_file.h"
#include "run/encoded.h"
#include "run/files/out_file.h"
#include "run/files/plan_digest.h"
#include "run/files/working_files.h"
#include "run/filtered.h"
#include "run/items/reading_warnings.h"
#include "run/measure/distinct_texts.h"
#include "run/measure/measurements.h"
#include "run/tasks/merge.h"
#include "run/vectors/encoded_views.h"
#include "run/vectors/noise_floor.h"
#include "run/vectors/recorded.h"
#include "sonde/error.h"
#include "store/parts/share_file.h"

namespace sonde {
namespace {

namespace fs = std::filesystem;

SharePlan words_of(const RunPlan& plan) {
  const auto words = [](const std::vector<Spec>& specs) {
    std::vector<SharePlan::Words> all;
    for (const auto& spec : specs) all.push_back({spec.name, spec.text, spec.group});
    return all;
  };
  return {words(plan.encoders), words(plan.scorers), words(plan.probes), plan.datasets,
          plan.language,        plan.stream_above,   plan.strict};
}

ShareEncoder share_of(const EncoderSubject& subject) {
  const Encoder& encoder = *subject.encoder;
  return {subject.spec.text,
          {encoder.views().begin(), encoder.views().end()},
          encoder.views().front().doubt,
          encoder.dimension(),
          encoder.slice(),
          encoder.fitter() != nullptr};
}

ShareEncoder share_of(const FilterEncoder& by) {
  return {by.spec.text, {by.identity}, by.identity.doubt, by.dimension, by.slice, false};
}

ShareScorer share_of(const ScorerSubject& subject) {
  ShareScorer facts{subject.spec.text, subject.identity, subject.identity.doubt, 0, false, {}};
  for (const auto& scorer : subject.by_task) {
    facts.blocks.push_back(scorer ? 1 : 0);
    if (scorer) facts.features = std::max<std::uint64_t>(facts.features, scorer->features());
  }
  return facts;
}

// All but what is known at the end.
ShareHead head_of(const RunPlan& plan, const Listed& listed, const Digest& digest) {
  ShareHead head{run_facts(plan, digest.hex()),
                 question_digest(plan, listed).hex(),
                 plan.share.number,
                 plan.share.of,
                 words_of(plan),
                 {},
                 {},
                 {},
                 0};
  for (const auto& subject : listed.encoders) head.encoders.push_back(share_of(subject));
  for (const auto& task : listed.tasks) {
    for (const auto& by : task.filter) head.encoders.push_back(share_of(by));
  }
  for (const auto& subject : listed.scorers) head.scorers.push_back(share_of(subject));
  return head;
}

// Writes the part's data for its own items.
class PartWriting {
 public:
  PartWriting(const Encoded& encoded, WorkingFiles& files, ShareWriter& out, ShareHead& head,
              RunContext& context)
      : encoded_(encoded), files_(files), out_(out), head_(head), context_(context) {}

  void go() {
    for (const auto& subject : encoded_.encoders) {
      if (!subject.source) continue;  // fitted by the merge
      write_vectors(*subject.source);
      if (subject.streamed) write_blocks(*subject.streamed);
      write_noise(subject);
    }
    for (std::uint32_t task = 0; task < encoded_.tasks.size(); ++task) write_filter(task);
    for (std::uint32_t scorer = 0; scorer < encoded_.scorers.size(); ++scorer) {
      write_scores(scorer, encoded_.scorers[scorer]);
    }
  }

 private:
  static constexpr std::size_t kNumbers = std::size_t{1} << 20;  // for the vectors of a block

  void write_vectors(VectorSource& source) {
    const auto kept = [](const ListedTask& task) { return !task.streamed; };
    distinct_texts(
        encoded_.tasks, kept, source.sided(),
        [&](std::span<const Text> texts, std::span<const Digest>) { write(source, texts); });
  }

  // Writes all views.
  void write(VectorSource& source, std::span<const Text> texts) {
    const Encoder& encoder = source.encoder();
    const std::size_t some =
        std::max<std::size_t>(1, kNumbers / std::max<std::size_t>(1, encoder.dimension()));
    for (std::size_t first = 0; first < texts.size(); first += some) {
      context_.check_stop();
      const auto block = texts.subspan(first, std::min(some, texts.size() - first));
      const auto keys = source.keys(block);
      MatrixOf<float> vectors(block.size(), encoder.dimension());
      std::vector<Remark> remarks(block.size());
      for (std::size_t view = 0; view < encoder.views().size(); ++view) {
        source.vectors(view, block, vectors.view(), remarks);
        out_.add_vectors(encoder.views()[view], keys, std::as_const(vectors).view(), remarks);
      }
    }
  }

  void write_blocks(StreamedMeasuring& streamed) {
    for (std::uint32_t task = 0; task < encoded_.tasks.size(); ++task) {
      if (!encoded_.tasks[task].streamed) continue;
      streamed.each_measured(task, encoded_.tasks[task],
                             [&](const BlockPlace& place, const MeasuredBlock& block) {
                               out_.add_block(place, block);
                             });
    }
  }

  // The run's sample is among those of its parts.
  void write_noise(const EncodedSubject& subject) {
    if (subject.noise_texts.empty()) return;
    for (const auto& encoder : {subject.encoder, second_time(subject.encoder)}) {
      VectorSource source(encoder, &files_.store(), [](std::size_t) {});
      write(source, subject.noise_texts);
    }
  }

  void write_filter(std::uint32_t number) {
    const ListedTask& task = encoded_.tasks[number];
    for (std::uint32_t by = 0; by < task.filter.size(); ++by) {
      if (task.streamed) {
        const auto encoder = static_cast<std::uint32_t>(encoded_.encoders.size()) + by;
        each_filtered_block(task, {number, encoder, 0, {}}, files_.blocks(),
                            [&](const BlockPlace& place, const MeasuredBlock& block) {
                              out_.add_block(place, block);
                            });
      } else {
        write_filter_vectors(task, task.filter[by]);
      }
    }
  }

  void write_filter_vectors(const ListedTask& task, const FilterEncoder& by) {
    each_filtered_text(task, [&](std::span<const Text> texts) {
      const DistinctTexts once(texts, by.identity.sided);
      std::vector<Digest> keys;
      for (const auto& text : once.texts) keys.push_back(text_key(text, by.identity.sided));
      MatrixOf<float> vectors(keys.size(), by.dimension);
      std::vector<Remark> remarks(keys.size());
      std::vector<std::uint8_t> found(keys.size());
      files_.store().read(by.identity, keys, vectors.view(), remarks, found);
      if (std::ranges::find(found, 0) != found.end()) {
        throw outside_error("the vector store loses what is written to it");
      }
      out_.add_vectors(by.identity, keys, std::as_const(vectors).view(), remarks);
    });
  }

  void write_scores(std::uint32_t number, const ScorerSubject& subject) {
    for (std::uint32_t task = 0; task < encoded_.tasks.size(); ++task) {
      if (!subject.by_task[task]) continue;
      Scorer& scorer = *subject.by_task[task];
      context_.begin("scoring " + subject.spec.name + " on " + encoded_.tasks[task].card.name,
                     encoded_.tasks[task].counts.items);
      std::uint64_t block = 0, done = 0;
      read_own(encoded_.tasks[task], kScoredAtOnce,
               [&](std::span<const Item> items, std::span<const Digest>) {
                 context_.check_stop();
                 out_.add_scores(task, number, block++, score(scorer, items, number));
                 context_.advance(done += items.size());
               });
      head_.scorers[number].blocks[task] = block + 1;
    }
  }

  ScoredBlock score(Scorer& scorer, std::span<const Item> items, std::uint32_t number) {
    const Answers answers = ask_scorer(scorer)(items);
    ShareScorer& facts = head_.scorers[number];
    ScoredBlock scored;
    MatrixOf<double> features(answers.similarities.size(), facts.features);
    if (scorer.features() > 0) scorer.give_features(items, features.view());
    std::size_t row = 0;
    for (const auto& item : items) {
      for (std::size_t i = 0; i < item.rows.size(); ++i, ++row) {
        scored.rows.push_back(static_cast<double>(item.first_row + i));
        scored.values.push_back(answers.similarities[row]);
        const auto of_row = features[row];
        scored.values.insert(scored.values.end(), of_row.begin(), of_row.end());
      }
    }
    facts.remarks = facts.remarks || !answers.remarks.empty();
    tell_remarks(items, answers.remarks,
                 [&](const Item& item, std::uint32_t text, const Remark& remark) {
                   scored.remarks.push_back({0, 0, scored_item(item), text, remark});
                 });
    return scored;
  }

  const Encoded& encoded_;
  WorkingFiles& files_;
  ShareWriter& out_;
  ShareHead& head_;
  RunContext& context_;
};

std::string described(const std::string& plan, const Share& share, std::uint64_t stream_above) {
  return plan + " " + std::to_string(share.number) + "/" + std::to_string(share.of) + " " +
         std::to_string(stream_above);
}

// The identity in a part's file. Empty without a file, or for a damaged one that may be replaced.
std::string part_at(const fs::path& file, bool replaceable) {
  if (!fs::exists(file)) return {};
  check_output(file, kPartOutput, true, "--out");
  try {
    const ShareHead head = ShareFile(file).head();
    return described(head.facts.plan, {head.number, head.of}, head.plan.stream_above);
  } catch (const Error& error) {
    if (replaceable && error.kind() == ErrorKind::kInput) return {};
    throw;
  }
}

}  // namespace

std::vector<std::string> doubts_of_part(const fs::path& part) {
  const ShareHead head = ShareFile(part).head();
  std::vector<std::string> doubts;
  const auto add = [&](const auto& subjects) {
    for (const auto& one : subjects) {
      if (!one.doubt.empty()) doubts.push_back("'" + one.text + "': " + one.doubt);
    }
  };
  add(head.encoders);
  add(head.scorers);
  return doubts;
}

bool is_merged(const fs::path& part, const fs::path& out, bool replace) {
  const auto digest = parse_digest(ShareFile(part).head().facts.plan);
  if (!digest) throw input_error("the part has no plan", {part.string()}, "run it again");
  RunPlan plan;
  plan.out = out;
  plan.replace = replace;
  return up_to_date(plan, *digest, !doubts_of_part(part).empty());
}

bool part_up_to_date(const RunPlan& plan, const Digest& digest, bool doubtful) {
  const std::string wanted = described(digest.hex(), plan.share, plan.stream_above);
  const std::string there = part_at(plan.out, plan.replace);
  if (there == wanted && !doubtful) return true;
  if (there.empty() || plan.replace) return false;
  throw usage_error("the file " + plan.out.string() +
                        (there == wanted ? " holds a part by an encoder that may have changed since"
                                         : " holds a part of another run, or another part"),
                    "choose another --out, or use --replace");
}

RunSummary make_part(const RunPlan& plan, Listed listed, const Digest& digest,
                     RunContext& context) {
  const auto doubts = doubts_of(listed);
  ShareWriter out(plan.out);
  WorkingFiles files(plan, digest, !doubts.empty());
  for (const auto& doubt : doubts) context.note_once(doubt);
  ShareHead head = head_of(plan, listed, digest);
  Filtered filtered = filter_items(std::move(listed), files, context);
  const Encoded encoded = encode_texts(std::move(filtered), files, context);
  PartWriting(encoded, files, out, head, context).go();
  for (const auto& task : encoded.tasks) check_unchanged(task);
  part_up_to_date(plan, digest, !doubts.empty());
  out.finish(std::move(head));
  const RunSummary summary = texts_encoded(encoded);
  files.finish(context);
  return summary;
}

}  // namespace sonde
