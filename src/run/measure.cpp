#include "run/measure.h"

#include <algorithm>

namespace sonde {
namespace {

constexpr std::size_t kMostItems = 512;
constexpr std::size_t kNumbers = std::size_t{1} << 20;  // of the vectors of one text an item

Block block_of(std::span<const Item> items, const Answers& answers) {
  return {items, answers.vectors.view(), answers.similarities};
}

}  // namespace

std::vector<Text> texts_of(std::span<const Item> items) {
  std::vector<Text> texts;
  for (const auto& item : items) texts.insert(texts.end(), item.texts.begin(), item.texts.end());
  return texts;
}

std::size_t count_rows(std::span<const Item> items) {
  std::size_t rows = 0;
  for (const auto& item : items) rows += item.rows.size();
  return rows;
}

void tell_remarks(std::span<const Item> items, std::span<const Remark> remarks,
                  const TakeRemark& take) {
  if (remarks.empty()) return;
  std::size_t at = 0;
  for (const auto& item : items) {
    for (std::uint32_t text = 0; text < item.texts.size(); ++text) {
      const Remark& remark = remarks[at++];
      if (remark.undefined || remark.kept < remark.tokens || remark.unknown > 0)
        take(item, text, remark);
    }
  }
}

Ask ask_encoder(VectorSource& source, std::size_t view) {
  return [&source, view](std::span<const Item> items) {
    const auto texts = texts_of(items);
    Answers answers{{texts.size(), source.encoder().dimension()}, {}, {}};
    answers.remarks.resize(texts.size());
    source.vectors(view, texts, answers.vectors.view(), answers.remarks);
    return answers;
  };
}

Ask ask_scorer(Scorer& scorer) {
  return [&scorer](std::span<const Item> items) {
    Answers answers;
    answers.similarities.resize(count_rows(items));
    scorer.score(items, answers.similarities);
    return answers;
  };
}

std::size_t block_size(std::size_t dimension) {
  return std::clamp<std::size_t>(kNumbers / std::max<std::size_t>(1, dimension), 1, kMostItems);
}

Measured measure(const Task& task, const Ask& ask, std::size_t block, const TakeRemark& remark,
                 const std::function<void()>& check_stop) {
  Measured measured;
  if (const auto fitter = task.probe->fitter(task.counts.items)) {
    read_again(task, block, [&](std::span<const Item> items, std::span<const Digest>) {
      check_stop();
      const Answers answers = ask(items);
      fitter->add(block_of(items, answers));
    });
    measured.fitted = fitter->finish();
  }
  const std::size_t columns = task.probe->measurements().size();
  measured.values.reserve(task.counts.rows * columns);
  read_again(task, block, [&](std::span<const Item> items, std::span<const Digest>) {
    check_stop();
    const Answers answers = ask(items);
    tell_remarks(items, answers.remarks, remark);
    MatrixOf<double> out(count_rows(items), columns);
    task.probe->measure(block_of(items, answers), measured.fitted, out.view());
    const auto view = out.view();
    measured.values.insert(measured.values.end(), view.data(), view.data() + view.rows() * columns);
  });
  return measured;
}

}  // namespace sonde
