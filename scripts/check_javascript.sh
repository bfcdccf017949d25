#!/usr/bin/env bash
# The types of the page's JavaScript, checked by tsc. A tool of development only: without node the check is skipped.
set -eu
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null; then
    echo "noughts: node is not here; the types of the page's JavaScript are not checked" >&2
    exit 0
fi
if [ ! -x node_modules/.bin/tsc ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    if ! npm ci --silent --no-audit --no-fund >&2; then
        echo "noughts: typescript could not be installed; the types of the page's JavaScript are not checked" >&2
        exit 0
    fi
fi
node_modules/.bin/tsc --project .
