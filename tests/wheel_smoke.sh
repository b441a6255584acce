#!/usr/bin/env bash
# Installs a wheel into a new environment, outside the checkout, and runs the program there.
set -euo pipefail
wheel=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q "$wheel"
cd "$work"
cat >session.txt <<'TXT'
Ada: I cast Magic Missile at the ogre.
Game Master: Three darts hit. It falls.
TXT
"$work/venv/bin/notarius" --help | grep -q dnd-session
"$work/venv/bin/python" -m notarius pipeline=dnd-session input.path=session.txt
grep -q '"Magic Missile"' outputs/*/*/artifacts/spells.jsonl
echo "wheel ok"
