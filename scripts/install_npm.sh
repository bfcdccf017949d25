#!/usr/bin/env bash
# Debian's npm, which fetches Python for browsers. Speaks on stderr only, and never stops a build: where it cannot be
# installed, the command that needs it fails and says what to do.
set -u
command -v npm >/dev/null && exit 0
say() { echo "noughts: $*" >&2; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    say "installing npm, which fetches Python for browsers"
    { "${as_root[@]}" apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends npm
    } >&2 && exit 0
fi
say "npm is not here and could not be installed; install it ('apt-get install npm'), and run this again"
