
# What stands behind an option, where it is not just any word; all else is completed above.
_leadline_values() {
  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" IFS=$'\n'
  [[ -n "${ZSH_VERSION:-}" ]] || compopt -o filenames 2> /dev/null # a directory gets a slash and no blank
  COMPREPLY=()
  case "$before" in
    --strategy) COMPREPLY=($(compgen -W $'{strategies}' -- "$word")) ;;
    --early) COMPREPLY=($(compgen -W $'asha\nmedian\nmodel' -- "$word")) ;;
    --pass-env) COMPREPLY=($(compgen -W $'{secrets}' -- "$word")) ;;
    --model | model) COMPREPLY=($(compgen -W $'{models}' -- "$word") $(compgen -f -- "$word")) ;;
    --space) _leadline_files "$word" yaml yml ;;
    --jmh) _leadline_files "$word" jar ;;
    --from | --related) _leadline_studies "$1" "$word"; _leadline_files "$word" csv ;;
    --study | --study-store | show | retry | work) _leadline_studies "$1" "$word" ;;
    help) COMPREPLY=($(compgen -W $'{commands}' -- "$word")) ;;
  esac
  if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
    [[ -n "${ZSH_VERSION:-}" ]] || compopt +o filenames 2> /dev/null
    IFS=$' \t\n'
    _complete_leadline "$@"
  fi
}

# Files with one of these endings, and directories.
_leadline_files() {
  local word="$1" ending
  shift
  for ending in "$@"; do
    COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$word"))
  done
  COMPREPLY+=($(compgen -d -- "$word"))
}

# Study files, and behind FILE.db/ the names of the studies in it.
_leadline_studies() {
  if [[ "$2" == *.db/* ]]; then
    COMPREPLY+=($(compgen -W "$("$1" completion --studies "${2%/*}" 2> /dev/null)" -P "${2%/*}/" -- "${2##*/}"))
  else
    _leadline_files "$2" db
  fi
}

complete -F _leadline_values -o default leadline

if [[ -n "${ZSH_VERSION:-}" ]]; then
  # Without compopt: where a directory may be meant all words are taken for files, so that it gets its slash.
  _leadline_zsh() {
    local files=()
    [[ -z "${words[CURRENT]}" || -z "$(compgen -d -- "${words[CURRENT]}")" ]] || files=(-o filenames)
    _bash_complete -o default -F _leadline_values "${files[@]}"
  }
  compdef _leadline_zsh leadline
fi
