// sleave orders: which memory orders of a program its tests need.
#include <fmt/format.h>

#include "cli/campaign_options.h"
#include "cli/commands.h"
#include "cli/options/options.h"
#include "cli/print/order_table.h"
#include "cli/print/output.h"
#include "cli/print/terminal.h"
#include "cli/target/standard_input.h"
#include "engine/base/interrupt.h"
#include "engine/orders/program_orders.h"

namespace sleave {
namespace {

void show_progress(const OrderPlace* place, std::uint64_t tests) {
  if (is_terminal()) redraw_line(order_progress(place, tests));
}

int find_orders(const CampaignOptions& campaign, bool as_json) {
  const Result<ProgramOrders> found = find_program_orders(campaign, show_progress);
  if (is_terminal()) redraw_line("");
  if (!found) return complain(found.error());
  if (as_json) {
    print_bytes(orders_json(campaign, *found));
  } else {
    print_text(order_lines(campaign, *found));
  }
  if (interrupted()) return exit_interrupted;
  return found->report.own_failure.empty() ? exit_clean : exit_finding;
}

}  // namespace

int orders_command(const std::vector<std::string>& arguments) {
  Options options;
  CommandLine line("orders", options);
  line.expect_program();
  const Result<bool> parsed = line.parse(arguments);
  if (!parsed) return complain(parsed.error());
  if (!*parsed) return exit_clean;
  if (line.program().empty()) {
    return complain({Tier::usage, "missing program\nusage: sleave orders [options] PROGRAM [arguments...]"});
  }
  Minimizer unused = minimizer_of(options);
  Result<CampaignOptions> campaign = campaign_options(line, options, line.program(), unused);
  if (!campaign) return complain(line.placed(campaign.error()));
  catch_interrupts();
  InputFile file;
  const Result<Target::Input> input = take_standard_input(file);
  if (!input) return complain(input.error());
  campaign->target.input = *input;
  return find_orders(*campaign, options.json);
}

}  // namespace sleave
