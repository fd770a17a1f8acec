#include "engine/predict/dependence.h"

namespace sleave::predict {

Dependence nothing_decides(const History& history) {
  Dependence dependence;
  dependence.decides.resize(history.size());
  dependence.made_of.resize(history.size());
  return dependence;
}

Dependence everything_decides(const History& history) {
  Dependence dependence = nothing_decides(history);
  for (EventId id = 0; id < history.size(); ++id) {
    if (history.event(id).reads) dependence.decides[id] = {id};
  }
  return dependence;
}

}  // namespace sleave::predict
