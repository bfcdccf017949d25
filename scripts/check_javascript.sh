#!/usr/bin/env bash
# The types of the page's JavaScript, checked by tsc. Where npm is missing the check cannot be made: that is said, and is
# a failure where everything must be checked (CI=true).
set -eu
cd "$(dirname "$0")/.."
not_checked() {
    echo "noughts: $1; the types of the page's JavaScript are NOT checked" >&2
    if [ "${CI:-}" = true ]; then exit 1; else exit 0; fi
}
if ! command -v npm >/dev/null; then
    not_checked "npm is not installed"
fi
if [ ! -x node_modules/.bin/tsc ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    if ! npm ci --silent --no-audit --no-fund >&2; then
        not_checked "typescript could not be installed"
    fi
fi
node_modules/.bin/tsc --project .
