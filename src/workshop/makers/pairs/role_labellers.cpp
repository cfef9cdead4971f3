#include "workshop/makers/pairs/role_labellers.h"

#include <array>
#include <utility>

#include "base/names.h"
#include "data/secret_signs.h"
#include "outside/programs/command_words.h"
#include "sonde/error.h"
#include "workshop/labellers/chat_labeller.h"
#include "workshop/labellers/exec_labeller.h"
#include "workshop/labellers/link_labeller.h"
#include "workshop/labellers/verbnet_labeller.h"
#include "workshop/makers/option_table.h"

namespace sonde {
namespace {

constexpr double kRoleTemperature = 0;
constexpr const char* kRoleLedger = "roles.ledger";
constexpr double kExecSeconds = 120;

const OptionTable& chat_role_table() {
  static const OptionTable table{
      {"temperature", "X", with_default("0 to 2", kRoleTemperature)},
      {"ledger", "FILE", with_default("store questions and answers in this file", kRoleLedger)}};
  return table;
}
const OptionTable& exec_table() {
  static const OptionTable table{
      {"command", "COMMAND",
       "a program that reads one sentence per line and prints one line of JSON for each"},
      {"timeout", "S", with_default("seconds to wait for a whole answer", kExecSeconds)}};
  return table;
}
constexpr std::array<MakerOption, 1> kVerbNetOptions{
    {{"server", "URL", "URL of jgung/verbnet-parser, such as http://127.0.0.1:8080"}}};

std::unique_ptr<RoleLabeller> link_labeller(Options& given, const RoleLabellerRequest&) {
  given.done();
  return make_link_labeller();
}

std::unique_ptr<RoleLabeller> chat_labeller(Options& given, const RoleLabellerRequest& request) {
  ChatOptions chat = read_chat_options(given, kRoleTemperature, request.variable);
  chat.server.note = request.note;
  chat.server.stop = request.stop;
  const std::string ledger = given.text("ledger", kRoleLedger);
  given.done();
  return make_chat_labeller({std::move(chat.server), std::move(chat.model),
                             std::move(chat.parameters), chat.seed, chat.draws, chat.parallel,
                             ledger});
}

std::unique_ptr<RoleLabeller> exec_labeller(Options& given, const RoleLabellerRequest& request) {
  const std::string command = given.text("command", "");
  if (command.empty()) throw usage_error("no command was given", "use --command 'PROGRAM WORDS'");
  refuse_secrets(
      command,
      {"--command", "put it into a variable of the environment, which the program inherits"});
  LineChildOptions options{split_command(command)};
  const double seconds = bounded(given, "timeout", kExecSeconds, 0.01, 86400);
  options.patience = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  options.stop = request.stop;
  options.note = request.note;
  given.done();
  return make_exec_labeller(std::move(options));
}

std::unique_ptr<RoleLabeller> verbnet_labeller(Options& given, const RoleLabellerRequest& request) {
  const std::string url = given.text("server", "");
  if (url.empty()) throw usage_error("no server was given", "use --server http://HOST:PORT");
  JsonServerOptions server = read_server_options(given, url, request.variable);
  server.note = request.note;
  server.stop = request.stop;
  given.done();
  return make_verbnet_labeller(std::move(server));
}

}  // namespace

std::span<const RoleLabellerKind> role_labeller_kinds() {
  static const std::vector<RoleLabellerKind> kinds{
      {"linkgrammar",
       "Link Grammar's parse, WordNet and rules, for English; no model",
       {},
       link_labeller},
      {"chat", "an OpenAI-compatible chat server",
       joined({chat_option_table(), chat_role_table().rows(), server_option_table()}),
       chat_labeller},
      {"exec", "your program", joined({exec_table().rows()}), exec_labeller},
      {"verbnet", "a SemParse server, with VerbNet's roles",
       joined({kVerbNetOptions, server_option_table()}), verbnet_labeller},
  };
  return kinds;
}

std::unique_ptr<RoleLabeller> make_role_labeller(const std::string& name,
                                                 const RoleLabellerRequest& request) {
  const auto& kind = find_row(role_labeller_kinds(), "labeller", name);
  const Spec spec{"sonde roles --labeller " + name, "", name, "", "", request.options};
  Options given(spec);
  return kind.make(given, request);
}

}  // namespace sonde
