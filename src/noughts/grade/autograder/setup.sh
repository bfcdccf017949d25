#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder.
set -euo pipefail
root="${AUTOGRADER:-/autograder}"
if ! command -v bwrap >/dev/null; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends bubblewrap python3 python3-venv
fi
python3 -m venv "$root/venv"
"$root/venv/bin/pip" install --disable-pip-version-check -r "$root/source/requirements.txt"
