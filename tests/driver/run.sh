# run.sh <script> <directory of the drivers> <directory of the configuration files> <work directory>
# Runs one script in an empty work directory, with:
#   CC, CXX       the drivers
#   CONFIG_DIR    the configuration files
#   PROJECTS      the sources of the projects
#   fail WORDS    ends the test
#   quiet CMD...  runs a command that must succeed and print nothing
set -eu

here=$(cd "$(dirname "$0")" && pwd)
script=$1
CC=$2/sleave-cc
CXX=$2/sleave-c++
CONFIG_DIR=$3
PROJECTS=$here/projects
export CC CXX CONFIG_DIR PROJECTS

rm -rf "$4"
mkdir -p "$4"
cd "$4"

fail() {
  echo "$script: $*" >&2
  exit 1
}

quiet() {
  "$@" >quiet.log 2>&1 || { cat quiet.log; fail "failed: $*"; }
  [ ! -s quiet.log ] || { cat quiet.log; fail "not silent: $*"; }
}

need() {
  command -v "$1" >/dev/null || { echo "$1 is not installed"; exit 77; }
}

. "$here/$script.sh"
