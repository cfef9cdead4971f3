#include "graphs/wlk_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "text/unicode.h"

namespace sonde {
namespace {

using Ids = std::vector<std::uint32_t>;

// Numbers for what is the same in both graphs.
template <class Key>
class Numbers {
 public:
  std::uint32_t operator()(Key key) {
    return known_.try_emplace(std::move(key), static_cast<std::uint32_t>(known_.size()))
        .first->second;
  }

 private:
  std::map<Key, std::uint32_t> known_;
};

struct Numbered {
  struct Edge {
    std::uint32_t from, to, role;
  };

  Ids labels;
  std::vector<Edge> edges;
};

Numbered numbered(const LabelledGraph& graph, Numbers<std::string_view>& names) {
  Numbered numbers;
  for (const auto& label : graph.labels) numbers.labels.push_back(names(label));
  for (const auto& edge : graph.edges) {
    numbers.edges.push_back({edge.from, edge.to, names(edge.role)});
  }
  return numbers;
}

std::set<Ids> labels_and_triples(const Numbered& graph) {
  std::set<Ids> features;
  for (const auto label : graph.labels) features.insert({label});
  for (const auto& edge : graph.edges) {
    features.insert({graph.labels[edge.from], edge.role, graph.labels[edge.to]});
  }
  return features;
}

std::set<Ids> labels_alone(const Numbered& graph) {
  std::set<Ids> features;
  for (const auto label : graph.labels) features.insert({label});
  return features;
}

// Each node's label with its neighbours' and their roles, whichever way they point.
void refine(Numbered& graph, Numbers<Ids>& names) {
  std::vector<std::vector<std::array<std::uint32_t, 2>>> around(graph.labels.size());
  for (const auto& edge : graph.edges) {
    around[edge.from].push_back({edge.role, graph.labels[edge.to]});
    around[edge.to].push_back({edge.role, graph.labels[edge.from]});
  }
  for (std::size_t node = 0; node < around.size(); ++node) {
    std::ranges::sort(around[node]);
    Ids name{graph.labels[node]};
    for (const auto& neighbour : around[node])
      name.insert(name.end(), neighbour.begin(), neighbour.end());
    graph.labels[node] = names(std::move(name));
  }
}

struct Sums {
  double both = 0, first = 0, second = 0;

  void add(const std::set<Ids>& one, const std::set<Ids>& other, double weight) {
    const auto shared = std::ranges::count_if(one, [&](const Ids& x) { return other.contains(x); });
    both += weight * weight * static_cast<double>(shared);
    first += weight * weight * static_cast<double>(one.size());
    second += weight * weight * static_cast<double>(other.size());
  }
};

std::string plain(std::string_view text) {
  std::string lower = lower_case(text);
  std::erase(lower, '"');
  return lower;
}

}  // namespace

LabelledGraph labelled_graph(const AmrGraph& graph) {
  LabelledGraph labelled;
  for (const auto& node : graph.nodes) labelled.labels.push_back(plain(node.label));
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>> known;
  for (AmrBranch branch : graph.branches) {
    const auto as_written = relation_of(branch);
    const std::string role = ":" + lower_case(as_written.role);
    const bool constant = branch.to == AmrBranch::kConstant;
    std::string value = constant ? plain(branch.constant) : std::string();
    if (!known.emplace(as_written.from, as_written.to, role, value).second) continue;
    if (constant) {
      branch.to = static_cast<std::uint32_t>(labelled.labels.size());
      labelled.labels.push_back(std::move(value));
    }
    const auto [from, to, _] = relation_of(branch);
    labelled.edges.push_back({from, to, role});
  }
  return labelled;
}

double wlk(const LabelledGraph& first, const LabelledGraph& second, std::size_t iterations) {
  Numbers<std::string_view> names;
  Numbered one = numbered(first, names), other = numbered(second, names);
  Sums sums;
  sums.add(labels_and_triples(one), labels_and_triples(other), 1);
  for (std::size_t i = 1; i <= iterations; ++i) {
    Numbers<Ids> refined;
    refine(one, refined);
    refine(other, refined);
    sums.add(labels_alone(one), labels_alone(other), 1 / static_cast<double>(1 + i));
  }
  return sums.both / std::sqrt(sums.first * sums.second);
}

}  // namespace sonde
