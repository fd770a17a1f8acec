// A small plot as SVG, for pages.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sleave {

struct Plot {
  std::string title;
  std::string across;                              // what x is
  std::vector<std::pair<double, double>> points;   // x rising, from 1 up; y from 0 up
  std::vector<std::pair<double, std::string>> at;  // places on x worth a line, rising; "finding 1: what it is"
};

// x is logarithmic: a campaign finds most at its beginning. Empty if there are fewer than two points.
std::string svg_plot(const Plot& plot);

// The same without axes and words, for a row of a table; both are linear, from 0.
std::string svg_sparkline(const std::vector<std::pair<double, double>>& points);

}  // namespace sleave
