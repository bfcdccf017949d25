#!/usr/bin/env bash
# Installs Debian's packages where a command is missing: install_debian.sh COMMAND WHAT-FOR PACKAGE...
# Speaks on stderr only, one line; what apt prints is shown if it fails. It never stops a build: where a package cannot
# be installed, the tests that need it say so.
set -u
command=$1 purpose=$2
shift 2
command -v "$command" >/dev/null && exit 0
say() { echo "noughts: $*" >&2; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    say "installing $command, $purpose"
    install=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends)
    # The lists of packages are fetched where there are none, or where what they name is no longer there.
    log=$({ "${as_root[@]}" "${install[@]}" "$@" ||
        { "${as_root[@]}" apt-get update -qq && "${as_root[@]}" "${install[@]}" "$@"; }
    } 2>&1) && exit 0
    echo "$log" >&2
fi
say "$command is not here and could not be installed; install it ('apt-get install $*'), and run this again"
