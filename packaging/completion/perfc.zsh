#compdef perfc
# Completion of perfc for zsh. Commands, options and kinds are those of the tool's help.

# _perfc_read HELP: sets specs to what _arguments takes for each option.
_perfc_read() {
  local -a lines=("${(@f)1}") head names
  local -i i
  local type words name
  specs=()
  for ((i = 1; i <= $#lines; ++i)); do
    [[ $lines[i] == '  -'* ]] || continue
    head=(${(s: :)${lines[i]#  }%%  *})
    words=${${lines[i]#  *  }## #}
    [[ ${lines[i]#  } == *'  '* ]] || words=${lines[i + 1]## #}
    words=${${words//\[/\\[}//\]/\\]}
    names=(${(s:,:)head[1]})
    type=''
    [[ ${head[2]-} != [A-Z]##(|=*) ]] || type=:${head[2]%%=*}:$(_perfc_action ${head[2]%%=*})
    for name in $names; do
      [[ -z $type || $name != --* ]] || name+='='
      specs+=("($names)$name""[$words]$type")
    done
  done
}

_perfc_action() {
  case $1 in
    LIST) print _perfc_events ;;
    PID) print _pids ;;
    FILE) print _files ;;
    PATH) print '_files -W /sys/fs/cgroup -/' ;;
    HOW) print '(fp dwarf lbr)' ;;
    CLOCK) print '(monotonic monotonic_raw realtime boottime tai)' ;;
    PARTS) print '(stacks commands host paths)' ;;
    ORDER) print '(time file)' ;;
    *) print ' ' ;;
  esac
}

# The last one of a list of events.
_perfc_events() {
  local -a names=("${(@f)$(_call_program events 'perfc list' | sed -n 's/^  \([^ ][^ ]*\).*/\1/p')}")
  compset -P '*[,{]'
  compadd -S '' -a names
}

_perfc_commands() {
  local -a commands=(
    "${(@f)$(perfc --help | sed -n '/^Subcommands:/,$ s/^  \([a-z]*\)  *\(.*\)/\1:\2/p')}")
  _describe command commands
}

# Behind the name of a command, the first of the words.
_perfc_command() {
  local help=$(perfc $words[1] --help 2>/dev/null) kinds
  local -a specs
  _perfc_read $help
  if [[ $help == *' COMMAND '* ]]; then
    _arguments -s -S $specs '(-):command: _command_names -e' '*::arguments: _normal'
  elif [[ $help == *' FILE... '* ]]; then
    _arguments -s -S $specs '*:file:_files'
  elif [[ $help != *'Kinds: '* ]]; then
    _arguments -s -S $specs
  else
    kinds=${${help#*Kinds: }%%;*}
    _arguments -s -S $specs "*:what:(${kinds//,/})"
  fi
}

_perfc() {
  setopt local_options extended_glob
  local -a specs
  _perfc_read "$(perfc --help 2>/dev/null)"
  _arguments -s -S $specs '(-):command:_perfc_commands' '*:: :_perfc_command'
}

_perfc "$@"
