#!/usr/bin/env bash
# Debian's bubblewrap, in which agents are graded. Speaks on stderr only, and never stops a build: where it cannot be
# installed, the tests that need it fail and say what to do.
set -u
command -v bwrap >/dev/null && exit 0
say() { echo "noughts: $*" >&2; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    say "installing bubblewrap, in which agents are graded"
    { "${as_root[@]}" apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends bubblewrap
    } >&2 && exit 0
fi
say "bubblewrap is not here and could not be installed; install it ('apt-get install bubblewrap'), and run this again"
