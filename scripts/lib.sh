# shellcheck shell=bash
# Common parts of the scripts: messages, what a machine must have, builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The oldest Swift that builds the package.
swift_major=6
swift_minor=2

# What is written in Swift.
# shellcheck disable=SC2034 # used by the scripts that source this one
swift_sources=(Package.swift Sources Tests)

# say TEXT…: a message for people, on standard error.
say() { printf '%s\n' "$*" >&2; }

# die TEXT…: ends the script with a message.
die() {
  say "${0##*/}: $*"
  exit 1
}

# print_help: the comment at the head of the script, which is its help.
print_help() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

# quietly COMMAND…: runs a command without input and shows its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" -eq 0 ] || cat "$log" >&2
  rm -f "$log"
  return "$status"
}

# prepare_machine: sees to it that all that a build needs is there.
prepare_machine() {
  command -v git >/dev/null || die "git is needed and was not found"
  require_swift
  have_libedit || install_library libedit libedit-dev libedit-devel libedit libedit
}

require_swift() {
  local version major minor
  command -v swift >/dev/null ||
    die "Swift $swift_major.$swift_minor or later is needed: https://www.swift.org/install"
  version=$(swift --version 2>/dev/null |
    sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  major=${version%%.*}
  minor=${version#*.}
  [ -n "$version" ] || die "the version of $(command -v swift) cannot be told"
  [ "$major" -gt "$swift_major" ] ||
    { [ "$major" -eq "$swift_major" ] && [ "$minor" -ge "$swift_minor" ]; } ||
    die "Swift $swift_major.$swift_minor or later is needed, this is $version:" \
      "https://www.swift.org/install"
}

# prepare_server: sees to it that the daemon can be built as well.
prepare_server() {
  prepare_machine
  have_sqlite || install_library SQLite libsqlite3-dev sqlite-devel sqlite sqlite
}

# have_sqlite: whether programs can be built with SQLite. macOS has it from the start.
have_sqlite() {
  [ "$(uname -s)" = Darwin ] || [ -e /usr/include/sqlite3.h ] ||
    pkg-config --exists sqlite3 2>/dev/null
}

# have_libedit: whether programs can be built with libedit. macOS has it from the start.
have_libedit() {
  [ "$(uname -s)" = Darwin ] || [ -e /usr/include/histedit.h ] ||
    pkg-config --exists libedit 2>/dev/null
}

# have_libcurl: whether programs can be linked with libcurl.
have_libcurl() {
  pkg-config --exists libcurl 2>/dev/null || compgen -G '/usr/include/*/curl/curl.h' >/dev/null ||
    [ -e /usr/include/curl/curl.h ]
}

# install_library NAME APT DNF PACMAN BREW: installs a library with its C headers through apt, or
# names the command that would; the last four are its packages there.
install_library() {
  if command -v apt-get >/dev/null; then
    apt_install "$2"
  elif command -v dnf >/dev/null; then
    die "$1 is needed: sudo dnf install $3"
  elif command -v pacman >/dev/null; then
    die "$1 is needed: sudo pacman -S $4"
  elif command -v brew >/dev/null; then
    die "$1 is needed: brew install $5"
  else
    die "$1 and its C headers are needed; they were not found"
  fi
}

# apt_install PACKAGE…: installs Debian packages, with a fresh list of packages if need be.
apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "needed, as root: apt-get install $*"
    apt=(sudo "${apt[@]}")
  fi
  say "installing $*"
  quietly "${apt[@]}" install --yes --no-install-recommends "$@" 2>/dev/null && return
  quietly "${apt[@]}" update || say "the list of packages could not be brought up to date"
  quietly "${apt[@]}" install --yes --no-install-recommends "$@" ||
    die "$* could not be installed"
}

# build_release PRODUCT: builds an optimized program and sets `program` to its path.
#
# On Linux it is fully static: it starts fastest and runs on any machine. Where the libraries for
# that are missing, Swift's own are linked in and the rest is left to the system.
build_release() {
  local scratch options
  if [ "$(uname -s)" = Darwin ]; then
    scratch=$root/.build-release
    options=(-Xlinker -x)
  elif can_link_static; then
    scratch=$root/.build-static
    options=(-Xswiftc -static-executable -Xlinker -s)
    options+=(-Xlinker -ltinfo -Xlinker -lbsd -Xlinker -lmd)
  else
    scratch=$root/.build-release
    options=(--static-swift-stdlib -Xlinker -s)
  fi
  program=$scratch/release/$1
  [ -e "$program" ] || say "building $1, which takes a minute or two the first time"
  quietly swift build --package-path "$root" --scratch-path "$scratch" \
    --configuration release --product "$1" "${options[@]}" || die "the build failed"
}

# build_plugins PRODUCT…: builds the remote games, optimized, and sets `plugins` to their folder.
#
# They use Foundation's URLSession. Swift's libraries are linked in; libcurl, which does the work on
# Linux, is that of the system, so that it is kept safe with the system.
build_plugins() {
  local product options=(--static-swift-stdlib -Xlinker -s) scratch=$root/.build-plugins
  if [ "$(uname -s)" = Darwin ]; then
    scratch=$root/.build-release
    options=(-Xlinker -x)
  else
    have_libcurl || install_library libcurl libcurl4-openssl-dev libcurl-devel curl curl
  fi
  plugins=$scratch/release
  for product; do
    [ -e "$plugins/$product" ] || say "building $product, which takes a minute or two the first time"
    quietly swift build --package-path "$root" --scratch-path "$scratch" \
      --configuration release --product "$product" "${options[@]}" || die "the build failed"
  done
}

# can_link_static: whether fully static programs can be linked here; the answer is kept with
# the builds.
can_link_static() {
  [ ! -e "$root/.build-static/release" ] || return 0
  [ ! -e "$root/.build-release/release" ] || return 1
  local folder status=0
  folder=$(mktemp -d)
  echo 'print("static")' >"$folder/probe.swift"
  swiftc -static-executable -ledit -ltinfo -lbsd -lmd "$folder/probe.swift" -o "$folder/probe" \
    >/dev/null 2>&1 || status=1
  rm -rf "$folder"
  [ "$status" -eq 0 ] ||
    say "no fully static programs can be linked here; only Swift's libraries are linked in"
  return "$status"
}
