#!/usr/bin/env bash
# After mvn package: builds the wheel, installs it into an environment of its own, and runs examples and tests there, without a Java on the PATH.
set -euo pipefail
cd "$(dirname "$0")"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/home" "$work/check"
python3 build_wheel.py "$work"
wheel="$(echo "$work"/*.whl)"
python3 -m venv "$work/env"
run=(env -i HOME="$work/home" PATH="$work/env/bin" LEADLINE_SLOW="${LEADLINE_SLOW:-}")
pip=("$work/env/bin/pip" --disable-pip-version-check install --quiet)
if ! "${pip[@]}" "$wheel[java,notebook,sklearn,optuna]" mypy pandas-stubs; then
  echo "NO EXTRAS WERE INSTALLED: the wheel was tested with a Java of this machine, without scikit-learn, Optuna, mypy and plots" >&2
  "${pip[@]}" --no-index "$wheel"
  run+=(JAVA_HOME="${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}")
fi
cp -r tests examples README.md "$work/check"
cd "$work/check"
"${run[@]}" python examples/minimize.py
[[ -f tune.db ]]
"${run[@]}" python -c "import importlib.metadata as m; assert '](..' not in str(m.metadata('leadline')), 'a link of the package leads nowhere'"
"${run[@]}" leadline show tune.db > /dev/null
"${run[@]}" python -m unittest discover -s tests
if [[ -x "$work/env/bin/mypy" ]]; then
  "${run[@]}" mypy --strict --cache-dir "$work/mypy" -p leadline
  "${run[@]}" mypy --strict --cache-dir "$work/mypy" examples/minimize.py
fi
echo "the wheel works: $(du -m "$wheel" | cut -f1) MB"
