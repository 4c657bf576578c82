// SPDX-License-Identifier: MIT
// A uniform diffusion model of text, trained on few windows and on many: what does it recover of corrupted lines that
// it has seen, and of lines that it has not?
//
//   05_memory_of_text                          on a text that every Debian has
//   05_memory_of_text --text constitution.txt  on any text: letters and spaces are read, capitals as small letters
//
// ctest: --steps 20 --few 8 --many 16 --lines 8 --quiet --out {out}
#include <regula/io/token_files.hpp>
#include <regula/native.hpp>
#include <regula/probes/recovery.hpp>
#include <regula/runs/record.hpp>

#include "support/program.hpp"
#include <CLI/CLI.hpp>
#include <fmt/color.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace rg = regula;

namespace {

constexpr std::size_t cells = 32;  // characters of a line
constexpr rg::token letters = 27;  // a to z, and the space
using text_rule             = rg::token_corpus<cells, letters>;
constexpr rg::data_shape shape{{1, cells}, 1, letters};

struct options : example::common_options {
  std::string text    = "/usr/share/common-licenses/GPL-3";
  std::size_t few     = 64;
  std::size_t many    = 4096;
  std::uint64_t steps = 1500;
  double t            = 0.3;
  std::size_t lines   = 256;
  std::size_t shown   = 4;
};

/// Letters as 0 .. 25; everything between two letters is one space, 26.
rg::corpus letters_of(std::string const& path) {
  rg::corpus const read = rg::read_text(path, rg::text_unit::bytes);
  rg::corpus out{{}, {}, path};
  for (rg::token const v : read.tokens) {
    char32_t const c = read.symbols[v];
    if (c >= U'a' && c <= U'z')
      out.tokens.push_back(static_cast<rg::token>(c - U'a'));
    else if (c >= U'A' && c <= U'Z')
      out.tokens.push_back(static_cast<rg::token>(c - U'A'));
    else if (!out.tokens.empty() && out.tokens.back() != 26)
      out.tokens.push_back(26);
  }
  return out;
}

char letter(rg::token v) { return v == 26 ? ' ' : static_cast<char>('a' + v); }

/// What the model made of lines whose symbols were redrawn: sampled in 100 levels, the most probable symbols at the
/// end.
struct recovered_lines {
  rg::restored_boards lines;
  rg::recovery_score score;
};

template <class View>
recovered_lines recover(View const& model, std::span<rg::token const> lines, options const& o) {
  rg::recovery const probe{.redrawn = rg::reverse{.levels = 100, .last = rg::noise_removal::greedy}};
  auto found       = probe.restore(model, lines, o.t, shape, {o.seed, rg::purpose::probe});
  auto const score = rg::recovery_of(found.clean, found.corrupted, found.restored, cells);
  return {std::move(found), score};
}

/// Lines before and after, what came back right in green and what did not in red; elsewhere than on a terminal, with a
/// line of + and - below.
std::string shown(rg::restored_boards const& r, std::size_t count) {
  bool const colours = ::isatty(STDOUT_FILENO) == 1;
  std::string out;
  for (std::size_t i = 0; i < std::min(count, r.clean.size() / cells); ++i) {
    std::string before, after, marks;
    for (std::size_t j = i * cells; j < (i + 1) * cells; ++j) {
      bool const was_changed = r.corrupted[j] != r.clean[j], right = r.restored[j] == r.clean[j];
      before += letter(r.corrupted[j]);
      std::string const one(1, letter(r.restored[j]));
      bool const is_marked = was_changed || !right;
      after += is_marked && colours
                   ? fmt::format(
                         fmt::fg(right ? fmt::terminal_color::green : fmt::terminal_color::red) | fmt::emphasis::bold,
                         "{}",
                         one == " " ? "_" : one)
                   : one;
      marks += !is_marked ? ' ' : right ? '+' : '-';
    }
    out += fmt::format("    {}  ->  {}\n", before, after);
    if (!colours) out += fmt::format("    {:{}}      {}\n", "", cells, marks);
  }
  return out;
}

/// Trains on `size` windows of the first four fifths of the text, and looks at lines of these and of the last fifth.
void train_and_recover(
    rg::corpus const& seen, rg::corpus const& unseen, std::size_t size, options const& o, std::string const& command) {
  auto const plan = rg::compose(text_rule{seen},
                                rg::uddm<rg::size{.width = 64, .depth = 3, .heads = 4, .condition = 64}>{},
                                rg::uniform_diffusion{});
  rg::settings s{.train_size = size, .held_out_size = 0, .steps = o.steps, .batch = 64, .seed = o.seed};
  s.rate.base           = 2e-3;
  s.rate.course         = rg::rate_course::cosine;
  s.rate.warm_up        = std::min<std::uint64_t>(50, o.steps / 2);
  s.clip                = 1;
  s.evaluation.schedule = rg::evaluation_schedule::every(std::max<std::uint64_t>(1, o.steps / 10));
  auto run              = rg::train(plan, s, rg::native{.threads = o.threads});
  auto recording        = rg::record(run, o.out + "/" + std::to_string(size), {{"command", command}});
  for (auto const& step : recording) {
    if (!o.is_quiet && step.evaluated())
      example::show(fmt::format("{:>6}/{}  loss {:.3f}\n", step.index, o.steps, step.loss));
    if (example::interrupted()) break;
  }
  recording.close();

  auto const model            = run.model();
  auto const of_training      = run.data().training.tokens();
  recovered_lines const known = recover(model, of_training.first(std::min(o.lines, size) * cells), o);
  std::vector<rg::token> strange;
  for (std::size_t i = 0; i < o.lines && (i + 1) * cells <= unseen.tokens.size(); ++i)
    strange.insert(strange.end(),
                   unseen.tokens.begin() + static_cast<std::ptrdiff_t>(i * cells),
                   unseen.tokens.begin() + static_cast<std::ptrdiff_t>((i + 1) * cells));
  recovered_lines const fresh = recover(model, strange, o);
  example::show(fmt::format("\n{} training windows, {:.0f} % of the symbols redrawn (t = {})\n", size, 100 * o.t, o.t));
  for (auto const& [what, r] : {std::pair{"training lines", &known}, std::pair{"unseen lines", &fresh}})
    example::show(fmt::format(
        "  {:<15} changed symbols recovered {:.3f}   others kept {:.3f}   whole lines {:.3f}  ({} lines)\n{}",
        what,
        r->score.recovered.share(),
        1 - r->score.broken.share(),
        r->score.exact.share(),
        r->score.exact.total,
        shown(r->lines, o.shown)));
}

}  // namespace

int main(int argc, char** argv) {
  options o;
  o.out = "memory_of_text";
  CLI::App app{"What does a diffusion model of text recover of lines that it has seen, and of others?"};
  using example::add_option, example::whole_number;
  app.add_option("--text", o.text, "file of text, UTF-8 or any bytes")->capture_default_str();
  add_option(app, "--few", o.few, "training windows of the first model", whole_number(1, 10'000'000));
  add_option(app, "--many", o.many, "training windows of the second", whole_number(1, 10'000'000));
  add_option(app, "--steps", o.steps, "optimizer steps of each", whole_number(1, 1'000'000'000'000));
  add_option(app, "--lines", o.lines, "lines looked at, of each kind", whole_number(1, 1'000'000));
  add_option(app, "--shown", o.shown, "of them shown", whole_number(0, 1'000));
  app.add_option("--t", o.t, "share of symbols redrawn")->check(CLI::Range(0.001, 1.0))->capture_default_str();
  example::add_common(app, o);
  return example::run_program(argc, argv, app, o, [&](std::string const& command) {
    example::expect_fresh(o.out);
    rg::require(o.few < o.many, "--few, --many: expected fewer windows first, got {} and {}", o.few, o.many);
    rg::corpus seen = letters_of(o.text), unseen{{}, {}, o.text};
    auto const cut  = static_cast<std::ptrdiff_t>(seen.tokens.size() / 5 * 4);
    unseen.tokens.assign(seen.tokens.begin() + cut, seen.tokens.end());
    seen.tokens.resize(static_cast<std::size_t>(cut));
    rg::require(o.many <= text_rule{seen}.population().exact,
                "--many: expected at most {} different windows, as many as the text has, got {}",
                *text_rule{seen}.population().exact,
                o.many);
    for (std::size_t const size : {o.few, o.many})
      if (!example::interrupted()) train_and_recover(seen, unseen, size, o, command);
  });
}
