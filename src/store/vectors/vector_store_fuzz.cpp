// Bytes that claim to be a vector store: nothing is served but what was written.
#include <cstdlib>

#include "sonde/error.h"
#include "store/vectors/testing/store_samples.h"

namespace {

using namespace sonde;

void use(const std::filesystem::path& file) {
  const auto written = samples::batch(4, 5);
  {
    const auto store = open_vector_store(file);
    // The corpus holds exactly the vectors that are read.
    if (!samples::right(samples::serve(*store, samples::identity("m"), written), written)) {
      std::abort();
    }
    samples::keep(*store, samples::identity("m"), written);
    const auto served = samples::serve(*store, samples::identity("m"), written);
    if (served.count() != 4 || !samples::right(served, written)) std::abort();
  }
  stored_views(file);
  prune_store(file, std::vector<std::string>{"all"});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const samples::Folder folder;
  samples::write_file(folder / "store", {reinterpret_cast<const char*>(data), size});
  try {
    use(folder / "store");
  } catch (const Error& error) {  // another program's database, or damage that only a scan meets
    if (error.kind() != ErrorKind::kInput) std::abort();
  }
  return 0;
}
