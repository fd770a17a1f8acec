#include "engine/report/html/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/markup.h"

namespace sleave {
namespace {

constexpr double kWidth = 420, kHeight = 170;
constexpr double kLeft = 44, kRight = 34, kTop = 16, kBottom = 34;
constexpr double kFloor = kHeight - kBottom;
constexpr double kLabelWidth = 52;  // "finding 12"

// The next of 1, 2, 5, 10, 20, 50, ...
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= value) return factor * power;
  }
  return 10 * power;
}

class Scale {
 public:
  explicit Scale(const Plot& plot)
      : first_(std::log(plot.points.front().first)),
        last_(std::max(std::log(plot.points.back().first), first_ + 1e-9)),
        highest_(1) {
    for (const auto& [x, y] : plot.points) highest_ = std::max(highest_, y);
    highest_ = round_up(highest_);
  }

  [[nodiscard]] double x(double value) const {
    const double share = (std::log(value) - first_) / (last_ - first_);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y(double value) const { return kFloor - value / highest_ * (kFloor - kTop); }
  [[nodiscard]] double highest() const { return highest_; }

 private:
  double first_, last_, highest_;
};

std::string label(double x, double y, const char* anchor, const std::string& text, const char* name = "") {
  const std::string classes = *name == 0 ? "" : fmt::format(" class=\"{}\"", name);
  return fmt::format("<text{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", classes, x, y, anchor,
                     escaped(text));
}

// "1200", "25k", "0.04"
std::string number(double value) {
  if (value >= 1e6) return fmt::format("{:.3g}M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.3g}k", value / 1e3);
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string rows(const Scale& scale) {
  std::string text;
  const double half = scale.highest() / 2;
  for (const double value : {0.0, half == std::floor(half) ? half : 0.0, scale.highest()}) {
    if (value == 0 && !text.empty()) continue;
    text += fmt::format("<path class=\"{}\" d=\"M{},{:.1f} H{}\"/>", value == 0 ? "axis" : "grid", kLeft,
                        scale.y(value), kWidth - kRight);
    text += label(kLeft - 6, scale.y(value) + 4, "end", number(value));
  }
  return text;
}

// Powers of ten; where there are fewer than two of them, both ends.
std::vector<double> ticks(double from, double to) {
  std::vector<double> values;
  for (double power = std::pow(10, std::ceil(std::log10(from) - 1e-9)); power <= to * 1.000001; power *= 10) {
    values.push_back(power);
  }
  return values.size() < 2 ? std::vector<double>{from, to} : values;
}

std::string axes(const Plot& plot, const Scale& scale) {
  std::string text = rows(scale);
  for (const double value : ticks(plot.points.front().first, plot.points.back().first)) {
    text += fmt::format("<path class=\"axis\" d=\"M{:.1f},{} v4\"/>", scale.x(value), kFloor);
    text += label(scale.x(value), kFloor + 16, "middle", number(value));
  }
  return text + label((kLeft + kWidth - kRight) / 2, kHeight - 4, "middle", plot.across + ", logarithmic");
}

// Values hold until the next point: they were counted, not measured in between.
std::string curve(const Plot& plot, const Scale& scale) {
  std::string path;
  for (const auto& [x, y] : plot.points) {
    path += path.empty() ? fmt::format("M{:.1f},{:.1f}", scale.x(x), scale.y(y))
                         : fmt::format(" H{:.1f} V{:.1f}", scale.x(x), scale.y(y));
  }
  const auto& [last_x, last_y] = plot.points.back();
  const double x = scale.x(last_x), y = scale.y(last_y);
  const std::string area = fmt::format("{} V{} H{} z", path, kFloor, kLeft);
  return fmt::format("<path class=\"area\" d=\"{}\"/><path class=\"curve\" d=\"{}\"/>", area, path) +
         fmt::format("<circle class=\"end\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>", x, y) +
         label(x + 6, y + 4, "start", number(last_y), "end");
}

// A dashed line with its name above, where there is room for it; all of it is in the title.
std::string marks(const Plot& plot, const Scale& scale) {
  std::string text;
  double taken = 0;  // by labels, up to here
  for (const auto& [value, words] : plot.at) {
    const double x = scale.x(value);
    text += fmt::format("<path class=\"found\" d=\"M{:.1f},{} V{}\"><title>{}</title></path>", x, kTop, kFloor,
                        escaped(words));
    const double begin = std::max(x - kLabelWidth / 2, kLeft);
    if (begin < taken) continue;
    text += label(begin, kTop - 5, "start", words.substr(0, words.find(':')), "found");
    taken = begin + kLabelWidth;
  }
  return text;
}

}  // namespace

std::string svg_plot(const Plot& plot) {
  if (plot.points.size() < 2 || plot.points.front().first <= 0) return "";
  const Scale scale(plot);
  return fmt::format(
      "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\">{}{}{}</svg></figure>\n",
      escaped(plot.title), kWidth, kHeight, axes(plot, scale), marks(plot, scale), curve(plot, scale));
}

std::string svg_sparkline(const std::vector<std::pair<double, double>>& points) {
  constexpr double kSparkWidth = 120, kSparkHeight = 22;
  if (points.size() < 2 || points.back().first <= 0) return "";
  double highest = 1;
  for (const auto& [x, y] : points) highest = std::max(highest, y);
  std::string path = fmt::format("M0,{}", kSparkHeight - 1);
  for (const auto& [x, y] : points) {
    path += fmt::format(" L{:.1f},{:.1f}", x / points.back().first * kSparkWidth,
                        kSparkHeight - 1 - y / highest * (kSparkHeight - 2));
  }
  return fmt::format("<svg class=\"spark\" viewBox=\"0 0 {} {}\" role=\"img\"><path d=\"{}\"/></svg>", kSparkWidth,
                     kSparkHeight, path);
}

}  // namespace sleave
