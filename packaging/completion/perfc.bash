# Completion of perfc for bash. Commands, options and kinds are those of the tool's help.

# Reads a command's help. Prints each option's names, then the type of its argument, or
# - for a flag.
_perfc_options() {
  local line names type
  while IFS= read -r line; do
    [[ $line == '  -'* ]] || continue
    line=${line#  }
    read -r names type _ <<<"${line%%  *}"
    [[ $type =~ ^[A-Z]+(=|$) ]] || type=-
    printf '%s %s\n' "${names//,/ }" "${type%%=*}"
  done
}

# _perfc_type OPTION: the type of its argument, or -. Reads what _perfc_options prints.
_perfc_type() {
  local line
  while IFS= read -r line; do
    [[ " $line" != *" $1 "* ]] || echo "${line##* }"
  done
}

_perfc_commands() {
  perfc --help 2>/dev/null | sed -n '/^Subcommands:/,$ s/^  \([a-z]*\) .*/\1/p'
}

# The last one of a list of events. bash splits words at colons too, and replaces only
# what stands behind the last one.
_perfc_event() {
  local word=$1 last=${1##*[,\{]} behind_colons
  behind_colons=${word##*:}
  mapfile -t COMPREPLY < <(compgen -P "${word%"$last"}" -W \
    "$(perfc list 2>/dev/null | sed -n 's/^  \([^ ][^ ]*\).*/\1/p')" -- "$last")
  COMPREPLY=("${COMPREPLY[@]#"${word%"$behind_colons"}"}")
}

# _perfc_argument TYPE WORD
_perfc_argument() {
  case $1 in
    LIST) _perfc_event "$2" ;;
    PID) mapfile -t COMPREPLY < <(cd /proc && compgen -G "$2*" | grep -x '[0-9]*') ;;
    FILE) compopt -o default ;;
    PATH) mapfile -t COMPREPLY < <(cd /sys/fs/cgroup 2>/dev/null && compgen -d -- "$2") ;;
    HOW) mapfile -t COMPREPLY < <(compgen -W 'fp dwarf lbr' -- "$2") ;;
    CLOCK) mapfile -t COMPREPLY < <(compgen -W \
      'monotonic monotonic_raw realtime boottime tai' -- "$2") ;;
    PARTS) mapfile -t COMPREPLY < <(compgen -W 'stacks commands host paths' -- "$2") ;;
    ORDER) mapfile -t COMPREPLY < <(compgen -W 'time file' -- "$2") ;;
  esac
}

# _perfc_program WORD: it is the program to run, or an argument of the program.
_perfc_program() {
  local i
  for ((i = 2; i <= COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == "$1" ]] || continue
    if declare -F _command_offset >/dev/null; then
      _command_offset "$i"
    elif ((i == COMP_CWORD)); then
      mapfile -t COMPREPLY < <(compgen -c -- "$1")
    else
      compopt -o default
    fi
    return
  done
}

_perfc() {
  local -a words
  local line=${COMP_LINE:0:COMP_POINT} help options type=- i
  COMPREPLY=()
  read -ra words <<<"$line"
  [[ $line != *[[:blank:]] ]] || words+=('')
  local last=$((${#words[@]} - 1)) word=${words[-1]}
  if ((last == 1)); then
    mapfile -t COMPREPLY < <(compgen -W \
      "$(_perfc_commands; perfc --help 2>/dev/null | _perfc_options | sed 's/ [^ ]*$//')" -- "$word")
    return
  fi

  help=$(perfc "${words[1]}" --help 2>/dev/null) || return
  options=$(_perfc_options <<<"$help")
  for ((i = 2; i < last; ++i)); do
    if [[ $type != - ]]; then
      type=-
    elif [[ ${words[i]} == -- ]]; then
      _perfc_program "${words[i + 1]}"
      return
    elif [[ ${words[i]} == -* ]]; then
      type=$(_perfc_type "${words[i]}" <<<"$options")
      type=${type:--}
    elif [[ $help == *' COMMAND '* ]]; then
      _perfc_program "${words[i]}"
      return
    fi
  done
  if [[ $type != - ]]; then
    _perfc_argument "$type" "$word"
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed 's/ [^ ]*$//' <<<"$options")" -- "$word")
  elif [[ $help == *' COMMAND '* ]]; then
    _perfc_program "$word"
  elif [[ $help == *' FILE... '* ]]; then
    _perfc_argument FILE "$word"
  else
    mapfile -t COMPREPLY < <(compgen -W \
      "$(sed -n 's/.*Kinds: \([a-z, ]*\);.*/\1/p' <<<"$help" | tr -d ,)" -- "$word")
  fi
}
complete -F _perfc perfc
