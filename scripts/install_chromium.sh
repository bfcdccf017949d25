#!/usr/bin/env bash
# Debian's Chromium, with which the tests look at pictures and pages. Speaks on stderr only, and never stops a build: where
# it cannot be installed, the tests that need it fail and say what to do.
set -u
command -v chromium >/dev/null && exit 0
say() { echo "noughts: $*" >&2; }
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    say "installing chromium for the tests of pictures and pages"
    { "${as_root[@]}" apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium fonts-liberation
    } >&2 && exit 0
fi
say "chromium is not here and could not be installed; install it ('apt-get install chromium'), and run this again"
