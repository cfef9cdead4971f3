#include "run/measure/measurements.h"

#include <algorithm>
#include <limits>

namespace sonde {
namespace {

constexpr std::size_t kNumbers = std::size_t{1} << 20;  // for vectors of one text per item

Block block_of(std::span<const Item> items, const Answers& answers) {
  return {items, answers.vectors.view(), answers.similarities, answers.columns, answers.width};
}

std::vector<std::uint32_t> columns_of(std::span<const SparseVector> vectors) {
  std::vector<std::uint32_t> columns;
  for (const auto& vector : vectors) {
    columns.insert(columns.end(), vector.columns.begin(), vector.columns.end());
  }
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  if (columns.empty()) columns.push_back(0);  // for what is undefined
  return columns;
}

void write_out(const SparseVector& vector, std::span<const std::uint32_t> columns,
               std::span<float> out) {
  if (vector.columns.empty()) std::ranges::fill(out, std::numeric_limits<float>::quiet_NaN());
  std::size_t place = 0;
  for (std::size_t i = 0; i < vector.columns.size(); ++i) {
    while (columns[place] != vector.columns[i]) ++place;
    out[place] = vector.numbers[i];
  }
}

Answers sparse_answers(const SparseEncoder& encoder, std::size_t width,
                       std::span<const Item> items) {
  const auto texts = texts_of(items);
  Answers answers;
  answers.remarks.resize(texts.size());
  std::vector<SparseVector> vectors;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    vectors.push_back(encoder.sparse_vector(texts[i], answers.remarks[i]));
  }
  answers.columns = columns_of(vectors);
  answers.width = width;
  answers.vectors = {texts.size(), answers.columns.size()};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    write_out(vectors[i], answers.columns, answers.vectors[i]);
  }
  return answers;
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
    const Encoder& encoder = source.encoder();
    if (encoder.sparse()) return sparse_answers(*encoder.sparse(), encoder.dimension(), items);
    const auto texts = texts_of(items);
    Answers answers;
    answers.vectors = {texts.size(), encoder.dimension()};
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
    const auto remarks = scorer.remarks();
    answers.remarks.assign(remarks.begin(), remarks.end());
    return answers;
  };
}

std::size_t block_size(const Encoder& encoder) {
  if (encoder.sparse() != nullptr) return 1;
  const std::size_t dimension = std::max<std::size_t>(1, encoder.dimension());
  return std::clamp<std::size_t>(kNumbers / dimension, 1, kScoredAtOnce);
}

Measurements measure(const ListedTask& task, const Ask& ask, std::size_t block,
                     const TakeRemark& remark, const std::function<void()>& check_stop) {
  Measurements measured;
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
