#include "engine/report/html/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/report/markup.h"

namespace sleave {
namespace {

constexpr double kWidth = 420, kHeight = 180;
constexpr double kLeft = 52, kRight = 10, kTop = 8, kBottom = 34;

class Scale {
 public:
  explicit Scale(const Plot& plot)
      : first_(std::log(plot.points.front().first)),
        last_(std::max(std::log(plot.points.back().first), first_ + 1e-9)),
        highest_(1) {
    for (const auto& [x, y] : plot.points) highest_ = std::max(highest_, y);
  }

  [[nodiscard]] double x(double value) const {
    const double share = (std::log(value) - first_) / (last_ - first_);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kWidth - kLeft - kRight);
  }
  [[nodiscard]] double y(double value) const {
    return kHeight - kBottom - value / highest_ * (kHeight - kTop - kBottom);
  }
  [[nodiscard]] double highest() const { return highest_; }

 private:
  double first_, last_, highest_;
};

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor, escaped(text));
}

std::string number(double value) {
  return value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string axes(const Plot& plot, const Scale& scale) {
  const double floor = kHeight - kBottom;
  const double from = plot.points.front().first, to = plot.points.back().first;
  std::string text =
      fmt::format("<path class=\"axis\" d=\"M{0},{1} V{2} H{3}\"/>", kLeft, kTop, floor, kWidth - kRight);
  text += label(kLeft - 4, kTop + 9, "end", number(scale.highest())) + label(kLeft - 4, floor, "end", "0");
  text += label(kLeft, floor + 14, "start", number(from));
  text += label(kWidth - kRight, floor + 14, "end", number(to));
  return text + label((kLeft + kWidth - kRight) / 2, floor + 28, "middle",
                      plot.across + " (logarithmic)" + (plot.at.empty() ? "" : "; dashed: a finding"));
}

// Values hold until the next point: they were counted, not measured in between.
std::string curve(const Plot& plot, const Scale& scale) {
  std::string path;
  for (const auto& [x, y] : plot.points) {
    path += path.empty() ? fmt::format("M{:.1f},{:.1f}", scale.x(x), scale.y(y))
                         : fmt::format(" H{:.1f} V{:.1f}", scale.x(x), scale.y(y));
  }
  return fmt::format("<path class=\"curve\" d=\"{}\"/>", path);
}

std::string marks(const Plot& plot, const Scale& scale) {
  std::string text;
  for (const auto& [x, words] : plot.at) {
    text += fmt::format("<path class=\"found\" d=\"M{:.1f},{} V{}\"><title>{}</title></path>", scale.x(x), kTop,
                        kHeight - kBottom, escaped(words));
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
