#include "statistics/measures/distributions.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

namespace sonde {
namespace {

namespace policies = boost::math::policies;
// Undefined is NaN here, not an exception.
using Quiet = policies::policy<policies::domain_error<policies::ignore_error>,
                               policies::overflow_error<policies::ignore_error>>;
using Normal = boost::math::normal_distribution<double, Quiet>;
using Student = boost::math::students_t_distribution<double, Quiet>;

}  // namespace

double upper_tail(double z) { return cdf(complement(Normal(), z)); }

double upper_point(double share) { return quantile(complement(Normal(), share)); }

double student_tail(std::size_t degrees) {
  const Student student(static_cast<double>(degrees));
  return upper_tail(quantile(complement(student, 0.025)));
}

}  // namespace sonde
