# shellcheck shell=bash
# Functions that the scripts share: messages, prerequisites and builds. Source it; do not run it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The oldest Swift that builds the package.
swift_major=6
swift_minor=2

# Where the Swift files are.
# shellcheck disable=SC2034 # used by the scripts that source this one
swift_sources=(Package.swift Sources Tests examples/games examples/embed)

# The server, a package of its own, and the folder in which it is built.
server_package=$root/Sources/parlord
server_scratch=$root/.build-server

# How the package is built for its tests. With PARLOR_BUILD=tests in the environment, Package.swift optimizes it.
# shellcheck disable=SC2034
test_options=(--scratch-path "$root/.build-all" --explicit-target-dependency-import-check error)

# say TEXT…: prints a message to standard error.
say() { printf '%s\n' "$*" >&2; }

# die TEXT…: prints a message and ends the script with exit code 1.
die() {
  say "${0##*/}: $*"
  exit 1
}

# release_fact NAME: prints the version or the date of the release.
release_fact() {
  sed -n "s/.*static let $1 = \"\(.*\)\"/\1/p" "$root/Sources/ProgramKit/Release.swift"
}

# print_help: prints the comment at the top of the script.
print_help() { sed -n '2,/^$/s/^# \{0,1\}//p' "$0"; }

# quietly COMMAND…: runs a command without input; prints its output only if it fails.
quietly() {
  local log status=0
  log=$(mktemp) || die "cannot write to ${TMPDIR:-/tmp}, the folder for temporary files (TMPDIR)"
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -ne 0 ]; then
    cat "$log" >&2
    [ -s "$log" ] || say "$1 failed without a word; is ${TMPDIR:-/tmp} full?"
  fi
  rm -f "$log"
  return "$status"
}

# prepare_machine: checks that everything a build needs is installed, or installs it.
prepare_machine() {
  command -v git >/dev/null || die "git is not installed"
  require_swift
  have_libedit || install_library libedit libedit-dev libedit-devel libedit libedit
  have_libcurl || install_library libcurl libcurl4-openssl-dev libcurl-devel curl curl
}

require_swift() {
  local version major minor
  command -v swift >/dev/null ||
    die "Swift is not installed. Install Swift $swift_major.$swift_minor or later:" \
      "https://www.swift.org/install"
  # Swift writes temporary files even to tell its version; then its own words say what is wrong.
  version=$(swift --version 2>&1) || die "\`swift --version\` failed: $version"
  version=$(sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' <<<"$version" | head -n 1)
  major=${version%%.*}
  minor=${version#*.}
  [ -n "$version" ] || die "cannot determine the version of $(command -v swift)"
  [ "$major" -gt "$swift_major" ] ||
    { [ "$major" -eq "$swift_major" ] && [ "$minor" -ge "$swift_minor" ]; } ||
    die "Swift $version is too old. Install Swift $swift_major.$swift_minor or later:" \
      "https://www.swift.org/install"
}

# prepare_server: the same for a build of the server.
prepare_server() {
  prepare_machine
  have_sqlite || install_library SQLite libsqlite3-dev sqlite-devel sqlite sqlite
  have_libcrypto || install_library OpenSSL libssl-dev openssl-devel openssl openssl@3
  have_libpq || install_library PostgreSQL libpq-dev libpq-devel postgresql-libs libpq
}

# have_sqlite: whether SQLite's headers are installed. macOS includes them.
have_sqlite() {
  [ "$(uname -s)" = Darwin ] || [ -e /usr/include/sqlite3.h ] ||
    pkg-config --exists sqlite3 2>/dev/null
}

# have_libcrypto: whether OpenSSL's headers are installed.
have_libcrypto() {
  [ -e /usr/include/openssl/evp.h ] || pkg-config --exists libcrypto 2>/dev/null
}

# have_libpq: whether the headers of PostgreSQL's client library are installed.
have_libpq() {
  [ -e /usr/include/postgresql/libpq-fe.h ] || [ -e /usr/include/libpq-fe.h ] ||
    pkg-config --exists libpq 2>/dev/null
}

# find_postgres: prints the folder of PostgreSQL's server programs, if they are installed.
find_postgres() {
  local initdb
  for initdb in /usr/lib/postgresql/*/bin/initdb "$(command -v initdb)"; do
    if [ -x "$initdb" ]; then
      dirname "$initdb"
      return
    fi
  done
  return 1
}

# have_libedit: whether libedit's headers are installed. macOS includes them.
have_libedit() {
  [ "$(uname -s)" = Darwin ] || [ -e /usr/include/histedit.h ] ||
    pkg-config --exists libedit 2>/dev/null
}

# have_libcurl: whether libcurl's headers are installed. macOS includes them.
have_libcurl() {
  [ "$(uname -s)" = Darwin ] || pkg-config --exists libcurl 2>/dev/null || compgen -G '/usr/include/*/curl/curl.h' >/dev/null ||
    [ -e /usr/include/curl/curl.h ]
}

# install_library NAME APT DNF PACMAN BREW: installs the C headers of a library with apt. Elsewhere
# it prints the command that installs them and ends the script. The last four arguments are the
# names of the package.
install_library() {
  if command -v apt-get >/dev/null; then
    apt_install "$2"
  elif command -v dnf >/dev/null; then
    die "$1 is not installed. Run: sudo dnf install $3"
  elif command -v pacman >/dev/null; then
    die "$1 is not installed. Run: sudo pacman -S $4"
  elif command -v brew >/dev/null; then
    die "$1 is not installed. Run: brew install $5"
  else
    die "cannot find the C headers of $1. Install them with your package manager"
  fi
}

# apt_install PACKAGE…: installs Debian packages; updates the package list if that fails at first.
apt_install() {
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "missing packages. Run as root: apt-get install $*"
    apt=(sudo "${apt[@]}")
  fi
  say "installing $*"
  quietly "${apt[@]}" install --yes --no-install-recommends "$@" 2>/dev/null && return
  quietly "${apt[@]}" update || say "cannot update the package list"
  quietly "${apt[@]}" install --yes --no-install-recommends "$@" ||
    die "cannot install $*"
}

# The optimizer visits some sets in the order of their hashes. With one order, the same sources give the
# same program.
swift_build=(env SWIFT_DETERMINISTIC_HASHING=1 swift build)

# Where SwiftPM and the compiler keep what builds share, if it cannot be in the home folder.
if [ ! -w "${HOME:-/nonexistent}" ]; then
  caches=$root/.build/caches
  export CLANG_MODULE_CACHE_PATH=$caches/modules
  swift_build+=(--cache-path "$caches/packages" --config-path "$caches/configuration")
  swift_build+=(--security-path "$caches/security")
fi

# What a release is built with: optimized, with Swift's libraries inside, without what only a debugger reads.
# Exclusive access to memory is checked in debug builds, which run all tests; the checks cost a twentieth of the time
# of a line.
release_options=(--configuration release -debug-info-format none -Xswiftc -enforce-exclusivity=unchecked)
if [ "$(uname -s)" = Darwin ]; then
  release_options+=(-Xlinker -x)
else
  # Addresses are bound at the start, so that the table of them can be write-protected. Nothing looks up symbols of
  # these programs.
  release_options+=(--static-swift-stdlib -Xlinker -s -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic)
fi

# Where the programs of the package are built for a release.
release_scratch=$root/.build-release

# build_release PRODUCT: builds an optimized program and sets `program` to its path.
#
# On Linux the program is fully static, so it starts fastest and runs on any machine. If the static
# libraries are missing, only Swift's own libraries are linked statically.
build_release() {
  local linking=dynamic
  ! can_link_static || linking=static
  build_product "$1" "$linking"
  program=$release_scratch/release/$1
}

# build_plugins PRODUCT…: builds optimized remote games and sets `plugins` to their folder.
#
# Swift's libraries are linked statically; libcurl is not, so that it gets the system's security
# updates. `parlor` can be built so too; then it uses the libedit of the system, and takes the place of a static one.
build_plugins() {
  local product
  plugins=$release_scratch/release
  for product; do build_product "$product" dynamic; done
}

# build_product PRODUCT LINKING: builds a program; with `static` Package.swift links it so. The objects are the same
# for both ways of linking, so they are compiled once.
build_product() {
  [ -e "$release_scratch/release/$1" ] || say "building $1, which takes some minutes the first time"
  quietly env PARLOR_BUILD="$2" "${swift_build[@]}" --package-path "$root" \
    --scratch-path "$release_scratch" --product "$1" "${release_options[@]}" || die "the build failed"
}

# build_server: builds an optimized server and sets `server` to its path.
build_server() {
  server=$server_scratch/release/parlord
  [ -e "$server" ] || say "building parlord, which takes some minutes the first time"
  quietly "${swift_build[@]}" --package-path "$server_package" --scratch-path "$server_scratch" \
    --product parlord "${release_options[@]}" || die "the build failed"
}

# carries_icu PROGRAM: whether a program has the tables of languages of Foundation, 30 MB, or loads them. Much of
# Foundation needs them; `FoundationEssentials` does without.
carries_icu() {
  ldd "$1" 2>/dev/null | grep FoundationICU >/dev/null || grep -qa 'icudt[0-9]' "$1"
}

# can_link_static: whether this machine can link fully static programs. A file beside the builds remembers the answer.
can_link_static() {
  local answer=$release_scratch/can-link-static folder
  if [ ! -e "$answer" ]; then
    folder=$(mktemp -d)
    mkdir -p "$release_scratch"
    echo 'print("static")' >"$folder/probe.swift"
    if [ "$(uname -s)" != Darwin ] && swiftc -static-executable -ledit -ltinfo -lbsd -lmd \
      "$folder/probe.swift" -o "$folder/probe" >/dev/null 2>&1; then
      echo yes >"$answer"
    else
      [ "$(uname -s)" = Darwin ] ||
        say "cannot link fully static programs; linking only Swift's libraries statically"
      echo no >"$answer"
    fi
    rm -rf "$folder"
  fi
  [ "$(cat "$answer")" = yes ]
}

# each_page ACTION: for every manual page of `parlor`, calls ACTION with the page's path under PREFIX, its mode and
# a command that prints it. `program` is the path of the program.
each_page() {
  local articles=$root/Sources/ParlorKit/ParlorKit.docc
  "$1" share/man/man1/parlor.1 644 "$program" manual
  "$1" share/man/man5/parlor-scenario.5 644 "$program" manual --page 'parlor-scenario(5)' \
    --article "$root/Sources/Scenarios/Scenarios.docc/Scenarios.md"
  "$1" share/man/man7/parlor-language.7 644 "$program" manual --page 'parlor-language(7)' \
    --article "$articles/TheLineLanguage.md"
  "$1" share/man/man7/parlor-plugin.7 644 "$program" manual --page 'parlor-plugin(7)' \
    --article "$articles/Plugins.md"
  "$1" share/man/man7/parlor-remote.7 644 "$program" manual --page 'parlor-remote(7)' \
    --article "$articles/RemoteGames.md"
}

# each_completion ACTION NAME PROGRAM: the same for the completions of a program.
each_completion() {
  "$1" "share/bash-completion/completions/$2" 644 completion_script "$3" bash
  "$1" "share/zsh/site-functions/_$2" 644 completion_script "$3" zsh
  "$1" "share/fish/vendor_completions.d/$2.fish" 644 completion_script "$3" fish
}

# completion_script PROGRAM SHELL: prints the completions, which a shell reads and nobody runs.
completion_script() { "$1" --generate-completion-script "$2" | sed '1{/^#!/d;}'; }

# each_file ACTION: the same for every file of an installation. `plugins` is the folder of the remote
# games, or empty to leave them out.
each_file() {
  "$1" bin/parlor 755 cat "$program"
  if [ -n "$plugins" ]; then
    "$1" bin/parlor-farkle-ten 755 cat "$plugins/parlor-farkle-ten"
    "$1" bin/parlor-logik 755 cat "$plugins/parlor-logik"
  fi
  each_page "$1"
  each_completion "$1" parlor "$program"
  local editor
  for editor in share/vim/vimfiles share/nvim/site; do
    "$1" "$editor/ftdetect/parlor.vim" 644 "$program" grammar vim --detection
    "$1" "$editor/syntax/parlor.vim" 644 "$program" grammar vim --script
    "$1" "$editor/syntax/parlor-scenario.vim" 644 "$program" grammar vim
  done
  "$1" share/parlor/parlor.tmLanguage.json 644 "$program" grammar textmate --script
  "$1" share/parlor/parlor-scenario.tmLanguage.json 644 "$program" grammar textmate
  "$1" share/parlor/parlor.sublime-syntax 644 "$program" grammar sublime --script
  "$1" share/parlor/parlor-scenario.sublime-syntax 644 "$program" grammar sublime
  "$1" share/parlor/parlor_lexer.py 644 "$program" grammar pygments
}

# put PATH MODE COMMAND…: writes the command's output to a file under `target` atomically.
# A script that ends early removes `temporary`, which is empty in between.
put() {
  local path=$target/$1 mode=$2
  shift 2
  mkdir -p "${path%/*}"
  temporary=$(mktemp "$path.XXXXXX")
  "$@" >"$temporary" </dev/null
  chmod "$mode" "$temporary"
  mv -f "$temporary" "$path"
  temporary=
}
