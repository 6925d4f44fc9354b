# Sourced by the scripts that fetch a package of Debian for the tests, without touching the system: apt works with a
# state of its own, and the package is only unpacked.

# Prints the URI of the mirror that apt is configured with: $DEBIAN_MIRROR, else the repository that has the release
# itself (`bookworm`), not only its updates (`bookworm-updates`, `bookworm-security`). apt reads its configuration, in
# either format of sources.
debian_mirror() {
  if test -n "${DEBIAN_MIRROR:-}"; then
    echo "$DEBIAN_MIRROR"
    return
  fi
  apt-get indextargets --no-release-info --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk '$3 == "main" && $2 !~ /[-\/]/ { print $1; found = 1; exit } END { exit !found }'
}

# debian_package WORK PACKAGE SUITE...: unpacks the newest of the suites into WORK/package.
debian_package() {
  work=$1 package=$2
  shift 2
  debian_sources "$work" "$@" || return
  debian_unpack "$package"
}

# debian_packages WORK SUITE PACKAGE...: unpacks all of them into WORK/package.
debian_packages() {
  work=$1 suite=$2
  shift 2
  debian_sources "$work" "$suite" || return
  debian_unpack "$@"
}

# debian_sources WORK SUITE...: a state of apt's own below WORK.
debian_sources() {
  work=$1
  shift
  mirror=$(debian_mirror) || return
  for keyring in /usr/share/keyrings/debian-archive-keyring.gpg /usr/share/keyrings/debian-archive-keyring.pgp; do
    test ! -e "$keyring" || break
  done
  mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial"
  : > "$work/state/status"
  for suite; do
    echo "deb [signed-by=$keyring] $mirror $suite main"
  done > "$work/sources.list"
  debian_apt update
}

# debian_unpack PACKAGE...: into WORK/package.
debian_unpack() {
  (cd "$work" && debian_apt download "$@") || return
  for file in "$work"/*.deb; do
    dpkg-deb --extract "$file" "$work/package" && rm "$file" || return
  done
}

debian_apt() {
  apt-get -qq \
    -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o "Dir::State=$work/state" -o "Dir::State::status=$work/state/status" \
    -o "Dir::Cache=$work/cache" -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none "$@" >&2
}
